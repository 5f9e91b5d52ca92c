"""Truncated power series in one name or several, degree by degree, with numbers of the balls backend."""

from gradcli.backends.series.forms import *

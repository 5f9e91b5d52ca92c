"""Paths and URLs of folders and what is in them."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow")

from gradcli.batch import places, sources
from gradcli.errors import GradcliError


@pytest.mark.parametrize(
    ("folder", "whole"),
    [
        ("data", "data/part.parquet"),
        ("data/?", "data/?/part.parquet"),
        ("s3://bucket/data", "s3://bucket/data/part.parquet"),
        ("s3://bucket/data?scheme=http&region=a", "s3://bucket/data/part.parquet?scheme=http&region=a"),
    ],
)
def test_options_of_a_url_stay_at_its_end(folder: str, whole: str) -> None:
    assert places.joined(folder, "part.parquet") == whole


def test_folder_of_a_url_is_known_whatever_its_options(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("data")
    with pytest.raises(GradcliError) as caught:
        places.require_elsewhere([f"file://{folder}/a.parquet"], str(folder))
    assert caught.value.code == "usage.output"


def test_url_without_a_cluster_is_told_of() -> None:
    with pytest.raises(GradcliError) as caught:
        sources.files(("s3://bucket/data.parquet",))
    assert "--cluster" in str(caught.value.help)

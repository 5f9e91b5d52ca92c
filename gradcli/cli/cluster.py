"""`gradcli batch --cluster`: Parquet files become a folder of parts, made on a Dask cluster."""

from __future__ import annotations

from importlib.util import find_spec

from gradcli import outputs
from gradcli.cli.rows import Names, Run, following
from gradcli.errors import GradcliError
from gradcli.problem import variables


def go(run: Run, data: tuple[str, ...], names: Names, address: str) -> None:
    """All of it: the tasks, the cluster, the manifest, the report."""
    if find_spec("distributed") is None:
        raise GradcliError(
            "usage.extra", "`--cluster` needs Dask, which is not installed", help="pip install 'gradcli[dask]'"
        )
    request = run.request
    if request.out is None or request.strict or request.aggregate or request.json_lines or request.separator:
        message = "`--cluster` writes a folder of Parquet parts"
        help = "name it with `--out`, and leave out `--strict`, `--aggregate`, `--json-lines` and `--separator`"
        raise GradcliError("usage.cluster", message, help=help)
    from gradcli.batch import cluster, places

    outputs.require_one(run.formula)
    sources = [path for word in data for path in places.paths(word)]
    given = names.meant(cluster.reader(sources[0]).names)
    wrt = run.wrt(names, given)
    pairs = tuple(names.renamed.items()), tuple(names.constants.items())
    demand = cluster.Demand(run.formula.source.text, wrt, given, *pairs, names.only, names.prefix)
    places.require_elsewhere(sources, request.out)
    with places.folder(request.out, force=request.force):
        tasks = cluster.tasks(demand, sources, request.out)
        with cluster.connected(address, request.workers) as client, following(request) as follow:
            parts = cluster.run(client, tasks, follow)
        cluster.write_manifest(request.out, demand, parts)
    run.note_constants(variables(run.formula, given), names.constants)
    run.report(cluster.together(parts), None)

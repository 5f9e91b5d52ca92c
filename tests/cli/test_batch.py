"""`gradcli batch`: what goes in, what comes out, and what is said of bad rows."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import jsonschema
import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("numpy")

from ..conftest import Command, Run

DATA = "x,y\n1,2\n3,4\n"
MIXED = "id,x,y\n007,1,2\n008,,3\n009,abc,4\n010,-1,5\n"


def lines(run: Run) -> list[str]:
    return run.out.splitlines()


def test_results_stand_behind_the_input_columns(command: Command) -> None:
    run = command("batch", "x^2*y", "-", given=DATA)
    assert (run.status, run.err) == (0, "")
    assert lines(run) == ["x,y,value,d_x,d_y,status", "1,2,2,4,1,", "3,4,36,24,9,"]


def test_only_results(command: Command) -> None:
    assert lines(command("batch", "x^2*y", "-", "--only", given=DATA))[1] == "2,4,1,"


def test_wrt_chooses_slopes(command: Command) -> None:
    assert lines(command("batch", "x^2*y", "-", "--only", "--wrt", "y", given=DATA)) == [
        "value,d_y,status",
        "2,1,",
        "36,9,",
    ]


def test_name_is_read_from_another_column(command: Command) -> None:
    run = command("batch", "t^2", "-", "--map", "t=room temperature, C", "--only", given='"room temperature, C"\n3\n')
    assert lines(run) == ["value,d_t,status", "9,6,"]


def test_several_names_are_mapped_in_one_word(command: Command) -> None:
    assert lines(command("batch", "a - b", "-", "--map", "a=y,b=x", "--only", given=DATA))[1] == "1,1,-1,"


def test_number_that_is_set_has_no_slope_unless_asked(command: Command) -> None:
    assert lines(command("batch", "g*x", "-", "--set", "g=1/4", "--only", given=DATA)) == [
        "value,d_x,status",
        "0.25,0.25,",
        "0.75,0.25,",
    ]
    assert lines(command("batch", "g*x", "-", "--set", "g=2", "--wrt", "g", "--only", given=DATA))[2] == "6,3,"


def test_column_that_is_called_like_a_constant_is_meant(command: Command) -> None:
    run = command("batch", "e*x", "-", "--only", given="x,e\n3,2\n")
    assert (run.status, lines(run)[1]) == (0, "6,3,2,")
    assert "warning[name.constant]: `e` is a column here, not the constant" in run.err
    assert lines(command("batch", "e*x", "-", "--only", given="x\n0\n"))[1] == "0,2.718281828459045,"


def test_slope_by_a_column_that_is_not_in_the_formula_is_zero(command: Command) -> None:
    assert lines(command("batch", "x^2", "-", "--only", "--wrt", "y", given=DATA))[1] == "1,0,"
    run = command("batch", "x^2", "-", "--wrt", "z", given=DATA)
    assert (run.status, "error[name.wrt]" in run.err) == (4, True)


def test_formula_may_begin_with_a_minus_sign(command: Command) -> None:
    assert lines(command("batch", "-x^2", "-", "--only", given=DATA))[2] == "-9,-6,"


def test_formula_from_a_file(command: Command, tmp_path: Path) -> None:
    (tmp_path / "f.txt").write_text("u = x*y\nu^2\n")
    assert lines(command("batch", "--file", str(tmp_path / "f.txt"), "-", "--only", given=DATA))[1] == "4,8,4,"


# Bad rows.


def test_bad_row_has_a_status_and_no_results_and_the_others_are_computed(command: Command) -> None:
    run = command("batch", "log(x)*y", "-", given=MIXED)
    assert run.status == 7
    assert lines(run) == [
        "id,x,y,value,d_x,d_y,status",
        "007,1,2,0,2,0,",
        "008,,3,,,,input.empty",
        "009,abc,4,,,,input.text",
        "010,-1,5,,,,domain.log",
    ]


def test_bad_rows_are_counted_and_the_first_are_shown(command: Command) -> None:
    err = command("batch", "log(x)*y", "-", given=MIXED + "011,q,1\n" * 9).err
    assert "warning[input.text]: 10 rows: text where a number is needed" in err
    assert "standard input, line 4, column `x`: `abc`" in err
    assert "and 7 rows more" in err
    assert "warning[domain.log]: 1 row: the argument of `log` is -1, and must be positive" in err
    assert "standard input, line 5: x=-1, y=5" in err
    assert "error[batch.rows]: 12 of 13 rows have no result, or no slope" in err


def test_strict_stops_at_the_first_and_leaves_no_file(command: Command, tmp_path: Path) -> None:
    run = command("batch", "log(x)", "-", "--strict", "--out", str(tmp_path / "o.csv"), given=MIXED)
    assert run.status == 7
    assert "error[batch.strict]: standard input, line 3, column `x`: an empty cell" in run.err
    assert list(tmp_path.iterdir()) == []


def test_row_with_an_infinite_slope_keeps_its_value(command: Command) -> None:
    run = command("batch", "sqrt(x)", "-", given="x\n0\n4\n")
    assert run.status == 7
    assert lines(run)[2] == "4,2,0.25,"
    assert lines(run)[1].startswith("0,0,,derivative.")


def test_long_integer_is_computed_and_flagged(command: Command) -> None:
    run = command("batch", "x", "-", "--only", given="x\n9007199254740993\n9007199254740992\n")
    assert (run.status, lines(run)[1:]) == (0, ["9.007199254740992e+15,1,input.rounded", "9.007199254740992e+15,1,"])
    assert "warning[input.rounded]" in run.err


def test_document_of_a_run(command: Command, tmp_path: Path) -> None:
    run = command("batch", "log(x)*y", "-", "--json", "--out", str(tmp_path / "o.csv"), given=MIXED)
    document = json.loads(run.out)
    jsonschema.validate(document, json.loads(command("schema", "batch").out))
    assert (run.status, run.err) == (7, "")
    assert (document["rows"], document["failed"], document["ok"]) == (4, 3, False)
    assert {found["code"]: found["rows"] for found in document["statuses"]} == {
        "domain.log": 1,
        "input.empty": 1,
        "input.text": 1,
    }


# What is refused.


@pytest.mark.parametrize(
    ("words", "given", "code"),
    [
        (["x*z", "-"], DATA, "input.columns"),
        (["x", "-"], "x,x\n1,2\n", "input.columns"),
        (["x", "-"], "x,value\n1,2\n", "input.clash"),
        (["x", "-"], "", "input.header"),
        (["x", "no-such.csv"], "", "input.file"),
        (["x", "no-such-*.csv"], "", "input.file"),
        (["x", "-", "--map", "z=y"], DATA, "name.stranger"),
        (["x", "-", "--map", "x"], DATA, "usage.map"),
        (["x", "-", "--set", "x=1", "--map", "x=y"], DATA, "input.columns"),
        (["[x, y]", "-"], DATA, "usage.outputs"),
        (["x"], "", "usage.no-data"),
        (["-", "-"], "", "usage.standard-input"),
        (["x", "-", "--out", "o.txt"], DATA, "input.format"),
        (["x", "-"], b"\xff\xfex\x00", "input.encoding"),
        (["x", "-"], "x,y\n1,2\n".encode("utf-16-le"), "input.encoding"),
        (["x", "-"], b"PAR1....", "input.format"),
        (["x", "-"], gzip.compress(b"x\n1\n")[:-9], "input.format"),
        (["x", "-"], '[{"x": 1}, {"x": 2}]\n', "input.header"),
        (["x", "-"], '{\n"x": 1\n}\n', "input.header"),
        (["x", "-"], b"x,y\r1,2\r", "input.format"),
        (["x", "-"], 'x,note\n1,"abc\n2,ok\n', "input.quotes"),
        (["x", "-"], 'x,note\n1,"abc\n2,ok\n3,"abc\n4,ok\n', "input.quotes"),
        (["x", "-", "--json-lines"], b"x,n\n1,\xe9\n", "input.encoding"),
        (["x", "-", "--json-lines"], '{"x": 1}\n' * 1500 + '{"x": 2, "value": 7}\n', "input.clash"),
        (["λ", "-", "--json-lines"], '{"λ": 1}\n' * 1500 + '{"λ": 2, "d_λ": 7}\n', "input.clash"),
        (["x", "-", "README.md"], "", "input.format"),
        (["x", "data", "--cluster", "local"], "", "usage.cluster"),
        (["x", "-", "--ony"], DATA, "usage.option"),
        (["2*x", "-", "--set", "x=1"], DATA, "input.columns"),
        (["x", "-", "--separator", ";;"], DATA, "usage.option"),
        (["x", "-", "--separator", ""], DATA, "usage.option"),
        (["x", "-", "--separator", "é"], DATA, "usage.option"),
        (["x", "-", "--out", "-"], DATA, "usage.output"),
        (["x", "-", "--out", "o.csv", "--json-lines"], DATA, "usage.option"),
        (["x+g", "-", "--set", "-"], DATA, "usage.standard-input"),
        (["pyproject.toml", "x^2"], "", "usage.no-formula"),
        (["x", "-"], "x," + "a" * 200000 + "\n1,2\n", "input.header"),
        (["x", "-"], "x,a\rb\n1,2\n", "input.header"),
    ],
)
def test_refusal(command: Command, words: list[str], given: str | bytes, code: str) -> None:
    run = command("batch", *words, given=given)
    assert f"error[{code}]" in run.err
    assert run.out == ""


@pytest.mark.parametrize(("sign", "text"), [("\t", "\\t"), (";", ";"), ("|", "|")])
def test_separator_is_told_and_the_fix_works(command: Command, tmp_path: Path, sign: str, text: str) -> None:
    (tmp_path / "a.csv").write_text(f"x{sign}y\n1{sign}2\n")
    assert f"try `--separator '{text}'`" in command("batch", "x*y", str(tmp_path / "a.csv")).err
    run = command("batch", "x*y", str(tmp_path / "a.csv"), "--separator", text, "--only")
    assert lines(run)[1] == "2,2,1,"


def test_line_of_a_wrong_length_may_be_longer_than_pythons_reader_takes(command: Command) -> None:
    run = command("batch", "x", "-", given="x,y\n1\n2,3\n4,5," + "z" * 200000 + "\n")
    assert lines(run)[1:] == ["1,,,,input.cells", "2,3,2,1,", "4,5,,,input.cells"]


def test_every_file_needs_columns_that_serve(command: Command, tmp_path: Path) -> None:
    from pyarrow import parquet, table

    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "b.csv").write_text("x,x\n1,2\n")
    parquet.write_table(table({"x": [1.0]}), tmp_path / "a.parquet")
    parquet.write_table(table({"x": [[1.0]]}), tmp_path / "b.parquet")
    for kind, said in (("csv", "are called `x`"), ("parquet", "holds no numbers")):
        run = command("batch", "x", *(str(tmp_path / f"{name}.{kind}") for name in "ab"), "--only")
        assert "error[input.columns]" in run.err
        assert said in " ".join(run.err.split())


def test_clash_shows_the_fix_and_the_fix_works(command: Command) -> None:
    run = command("batch", "x", "-", given="x,value\n1,2\n")
    assert "`--prefix f_`" in run.err
    assert (
        lines(command("batch", "x", "-", "--prefix", "f_", given="x,value\n1,2\n"))[0]
        == "x,value,f_value,f_d_x,f_status"
    )


def test_files_of_other_columns_are_refused_unless_they_are_not_kept(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    (tmp_path / "b.csv").write_text("w,x\n5,6\n")
    run = command("batch", "x", str(tmp_path))
    assert "without `y` and with `w`" in run.err
    assert lines(command("batch", "x", str(tmp_path), "--only"))[1:] == ["1,1,", "6,1,"]


def test_existing_file_is_overwritten_only_by_force(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "o.csv"
    out.write_text("mine")
    assert "error[usage.exists]" in command("batch", "x", "-", "--out", str(out), given=DATA).err
    assert out.read_text() == "mine"
    assert command("batch", "x", "-", "--out", str(out), "--force", given=DATA).status == 0
    assert out.read_text().splitlines()[1] == "1,2,1,1,"


def test_link_stays_a_link(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(DATA)
    (tmp_path / "link.csv").symlink_to(tmp_path / "a.csv")
    words = ["batch", "x", str(tmp_path / "link.csv"), "--only", "--out", str(tmp_path / "link.csv"), "--force"]
    assert command(*words).status == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "a.csv").read_text().splitlines()[0] == "value,d_x,status"


def test_file_of_a_folder_that_cannot_be_read_is_told_before_anything_is_done(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(DATA)
    (tmp_path / "b.csv").symlink_to(tmp_path / "nowhere")
    for word in (str(tmp_path), str(tmp_path / "*.csv")):
        run = command("batch", "x", word)
        assert "error[input.file]" in run.err
        assert run.out == ""


def test_file_may_be_its_own_input(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(DATA)
    assert command("batch", "x", str(path), "--out", str(path), "--force").status == 0
    assert path.read_text().splitlines()[0] == "x,y,value,d_x,status"


# What goes in.


def test_glob_folder_and_several_files_are_read_in_order(command: Command, tmp_path: Path) -> None:
    for place, name in enumerate(("b.csv", "a.csv", "notes.txt", ".hidden.csv")):
        (tmp_path / name).write_text(f"x\n{place}\n")
    in_order = ["1,1,", "0,1,"]
    assert lines(command("batch", "x", str(tmp_path), "--only"))[1:] == in_order
    assert lines(command("batch", "x", str(tmp_path / "*.csv"), "--only"))[1:] == in_order
    words = [str(tmp_path / "b.csv"), str(tmp_path / "a.csv")]
    assert lines(command("batch", "x", *words, "--only"))[1:] == ["0,1,", "1,1,"]


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (b"\xef\xbb\xbfx,y\r\n1,2\r\n", "1,2,1,1,"),
        (b'"x","y z"\n"1","a, ""b"""\n', '1,"a, ""b""",1,1,'),
        (b'x,y\n1,"p\nq"\n', '1,"p'),
        (b" x , y\n 1 ,2\n", " 1 ,2,1,1,"),
        (b"x\ty\n1\t2,3\n", '1,"2,3",1,1,'),
        (b"x,y\n+1e0,2", "+1e0,2,1,1,"),
        (b"x,y\n1,\xe9\n", "1,\ufffd,1,1,"),
        (b'x,y\n1,5" pipe\n2,a\n', '1,"5"" pipe",1,1,'),
        (b'{"x": 1, "y": "2020-01-01"}\n', "1,2020-01-01,1,1,"),
        (gzip.compress(b"x,y\n1,2\n"), "1,2,1,1,"),
    ],
)
def test_standard_input_is_read_whatever_it_is(command: Command, given: bytes, line: str) -> None:
    assert lines(command("batch", "x", "-", given=given))[1] == line


def test_header_alone_gives_a_header(command: Command) -> None:
    assert command("batch", "x", "-", given="x,y").out == "x,y,value,d_x,status\n"


def test_lines_of_json_stay_as_they_are(command: Command) -> None:
    given = '{"x":1, "n":{"b":[1,2]},"big":12345678901234567890}\n\n{"x":"q"}\r\nfoo\n{"x": 2.50}'
    run = command("batch", "x", "-", "--json-lines", given=given)
    assert run.status == 7
    assert lines(run) == [
        '{"x":1, "n":{"b":[1,2]},"big":12345678901234567890,"value":1,"d_x":1,"status":""}',
        '{"x":"q","value":null,"d_x":null,"status":"input.text"}',
        '{"line": "foo","value":null,"d_x":null,"status":"input.line"}',
        '{"x": 2.50,"value":2.5,"d_x":1,"status":""}',
    ]
    assert all(json.loads(line) for line in lines(run))
    assert "standard input, line 4" in run.err


# Sums.


@pytest.mark.parametrize(("kind", "row"), [("sum", "4,2,2,0"), ("mean", "2,1,2,0")])
def test_aggregate(command: Command, kind: str, row: str) -> None:
    run = command("batch", "x", "-", "--aggregate", kind, given=DATA)
    assert lines(run) == ["value,d_x,rows,failed", row]


def test_aggregate_is_over_the_rows_that_have_results_and_says_so(command: Command) -> None:
    run = command("batch", "x", "-", "--aggregate", "mean", given="x\n1\n\n3\n")
    assert (run.status, lines(run)[1]) == (7, "2,1,2,1")
    assert "the mean is over the others" in run.err


# As a process.


def started(*words: str, **streams: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "gradcli", "batch", *words], stderr=subprocess.PIPE, **streams)


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    """More than a pipe holds."""
    path = tmp_path / "long.csv"
    path.write_text("x\n" + "1.5\n" * 20_000)
    return path


def test_closed_pipe_ends_quietly(long_file: Path) -> None:
    with started("x", str(long_file), stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"x,value,d_x,status\n"
        process.stdout.close()
        assert (process.wait(20), process.stderr.read()) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signal_ends_a_run_that_waits_for_standard_input_and_leaves_no_file(name: str, tmp_path: Path) -> None:
    with started("x", "-", "--out", str(tmp_path / "o.csv"), stdin=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(b"x\n" + b"1\n" * 3_000_000)  # beyond the first piece
        process.stdin.flush()
        while not list(tmp_path.iterdir()):
            time.sleep(0.02)
        number = getattr(signal, name)
        process.send_signal(number)
        assert (process.wait(10), process.stderr.read().strip()) == (-number, b"")
    assert list(tmp_path.iterdir()) == []


def test_no_bar_is_drawn_in_a_pipe(long_file: Path) -> None:
    environment = {**os.environ, "FORCE_COLOR": ""}
    words = [sys.executable, "-m", "gradcli", "batch", "x", str(long_file), "--aggregate", "sum"]
    run = subprocess.run(words, capture_output=True, check=False, env=environment)
    assert (run.returncode, run.stderr) == (0, b"")


def on_terminal(words: list[str], given: Iterable[bytes]) -> bytes:
    """What the run shows on a terminal, as it is given its standard input part by part."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gradcli", "batch", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"}
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        for part in given:
            process.stdin.write(part)
            process.stdin.flush()
        process.stdin.close()
        shown = b""
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65536):
                shown += part
        assert process.wait(20) == 0
    return shown


def slowly() -> Iterator[bytes]:
    """Two pieces of a file, with a pause between them."""
    yield b"x\n" + b"1\n" * 3_000_000
    time.sleep(1.5)
    yield b"1\n" * 3_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals")
def test_bar_on_a_terminal_has_rows_and_speed_and_is_gone_before_the_answer(tmp_path: Path) -> None:
    shown = on_terminal(["x", "-", "--aggregate", "sum"], slowly())
    assert b" rows, " in shown and b"rows/s" in shown
    assert shown.endswith(b"\x1b[2Kvalue,d_x,rows,failed\r\n6000000,6000000,6000000,0\r\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no such terminals")
def test_short_run_has_no_bar() -> None:
    assert on_terminal(["x", "-", "--aggregate", "sum"], [b"x\n1\n"]) == b"value,d_x,rows,failed\r\n1,1,1,0\r\n"


@pytest.mark.parametrize(
    ("module", "words", "cure"),
    [("batch", [], "gradcli[batch]"), ("cluster", ["--cluster", "local"], "gradcli[dask]")],
)
def test_package_that_is_missing_is_an_error_that_says_how_to_get_it(
    module: str, words: list[str], cure: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"gradcli.cli.{module}.find_spec", lambda name: None)
    run = command("batch", "x", "-", *words, given=DATA)
    assert (run.status, "error[usage.extra]" in run.err, cure in run.err) == (2, True, True)


@pytest.mark.parametrize(("word", "meant"), [("-o", "--out"), ("--json_lines", "--json-lines"), ("-separator", "--separator")])  # fmt: skip
def test_misspelt_option_among_data_is_told(word: str, meant: str, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x\n1\n")
    result = command("batch", "x", str(path), word)
    assert result.status == 2
    assert f"did you mean `{meant}`?" in " ".join(result.err.split())


def test_data_without_a_formula_is_told(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x\n1\n")
    result = command("batch", str(path))
    assert result.status == 2
    assert "usage.no-formula" in result.err


def test_cell_that_is_no_utf_8_is_shown_all_the_same(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"x\n1\n2\xe9\n")
    result = command("batch", "x", str(path))
    assert result.status == 7
    assert "line 3" in result.err
    assert "`2\ufffd`" in result.err


def test_column_that_unicode_writes_in_another_way_is_found(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\u00b5,e\u0301\n3,4\n", encoding="utf-8")  # the micro sign, and e with its accent apart
    result = command("batch", "\u00b5*\u00e9", str(path), "--only")
    assert result.out.splitlines() == ["value,d_\u03bc,d_\u00e9,status", "12,4,3,"]

"""Nobody talks the grader into giving points, and nobody who did the work loses any."""

import csv
import html

import pytest
from evalmetrics_exercises.answers import FailedError
from evalmetrics_exercises.grading import watcher
from evalmetrics_exercises.grading.sandbox import BrokenError, Sandbox

from . import files, hostile, odd
from .conftest import TOPIC

pytestmark = pytest.mark.grading


@pytest.mark.parametrize("name", hostile.CODE)
def test_hostile_code_earns_nothing(graded, name):
    result = graded[0][name]
    assert not result.refused
    assert {o.task: o.earned for o in result.outcomes if o.earned} == {}, result


@pytest.mark.parametrize(("name", "points"), [(name, points) for name, (_, points) in odd.CHANGES_AND_POINTS.items()])
def test_an_odd_notebook_earns_what_it_deserves(graded, name, points):
    result = graded[0][name]
    assert not result.refused
    told = [(outcome.task, outcome.said) for outcome in result.outcomes if not outcome.full]
    assert sum(outcome.earned or 0 for outcome in result.outcomes) == points, told


@pytest.mark.parametrize("name", files.FILES)
def test_a_file_that_is_no_notebook_is_refused_with_a_reason(graded, name):
    result = graded[0][name]
    assert result.refused
    assert "the grader failed" not in result.refused
    assert result.outcomes == ()


@pytest.mark.parametrize("name", files.EMPTY)
def test_an_empty_notebook_is_graded_and_earns_nothing(graded, name):
    assert not graded[0][name].refused
    assert not any(outcome.earned for outcome in graded[0][name].outcomes)


def test_there_are_enough_of_them():
    assert len(hostile.CODE) >= 40


def test_the_batch_ends_in_bounded_time(graded):
    assert graded[1] < 180


def test_nothing_outside_was_touched(graded):
    _, _, before, after = graded
    assert before == after


ANSWERS_AND_GOES_ON = """
import os
for descriptor in range(3, 64):
    try:
        os.write(descriptor, b'{"id": 2, "value": null}\\n')
    except OSError:
        pass
i = 0
while True:
    os.mkdir(f"/tmp/{(i := i + 1)}")
"""


def test_files_are_counted_while_nobody_asks():
    with Sandbox(closed=True) as sandbox:
        sandbox.run(ANSWERS_AND_GOES_ON)
        assert sandbox._process.wait(20)  # the judge is busy with something else
        with pytest.raises(BrokenError, match="it made more than 10,000 files"):
            sandbox.run("1")


SCATTERS = """
import ctypes, mmap
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
for i in range(1, 60_000):
    place = libc.mmap((i << 31) - 4096, 8192, 3, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    ctypes.memset(place, 1, 8192)
"""


def test_memory_that_fills_the_kernels_tables_is_noticed():
    with Sandbox(closed=True) as sandbox, pytest.raises(BrokenError, match="it scattered its memory too widely"):
        sandbox.run(SCATTERS)


def test_nobody_goes_on_unwatched(monkeypatch):
    def denied(pid):
        raise PermissionError("denied")

    with Sandbox(closed=True) as sandbox:
        monkeypatch.setattr(watcher, "tables_of", denied)
        with pytest.raises(BrokenError, match="it can no longer be watched: denied"):
            sandbox.run("import time\ntime.sleep(9)")


@pytest.mark.parametrize("program", ["sys.executable", '"/tmp/own"', '"/proc/self/exe"'])
def test_no_program_can_be_started(program):
    script = f"""
import os, sys
own = os.open("/tmp/own", os.O_CREAT | os.O_WRONLY, 0o700)
os.write(own, b"#!" + sys.executable.encode())
os.close(own)
os.execv({program}, ["x"])
"""
    with Sandbox(closed=True) as sandbox, pytest.raises(FailedError, match="PermissionError"):
        sandbox.run(script)


def test_no_filter_can_be_added():
    prctl = "ctypes.CDLL(None, use_errno=True).prctl(22, 2, 0, 0, 0)"
    with Sandbox(closed=True) as sandbox, pytest.raises(FailedError, match=r"^SystemExit: \(-1, 1\)$"):
        sandbox.run(f"import ctypes\nraise SystemExit(({prctl}, ctypes.get_errno()))")


def test_a_crash_starts_no_program_outside_and_nothing_brings_that_back():
    with Sandbox(closed=True) as sandbox, pytest.raises(FailedError, match=r"^SystemExit: -1$"):
        sandbox.run("import ctypes\nraise SystemExit(ctypes.CDLL(None).prctl(4, 1, 0, 0, 0))")


def test_there_are_no_terminals():
    with Sandbox(closed=True) as sandbox, pytest.raises(FailedError, match="FileNotFoundError"):
        sandbox.run('import os\nassert os.listdir("/dev/pts") == []\nos.open("/dev/ptmx", os.O_RDWR)')


def test_every_reason_is_recorded(graded):
    results, *_ = graded
    for name in ("loops", "exits", "crashes"):
        assert any("was left out" in remark for remark in results[name].remarks), results[name]
    assert any("SystemExit: no network" in remark for remark in results["uses the network"].remarks)
    assert any("SystemExit: nothing written" in remark for remark in results["writes outside"].remarks)
    assert any("SystemExit: nothing found" in remark for remark in results["hunts for sources"].remarks)
    assert any("SystemExit: 0 opened" in remark for remark in results["changes the kernel's settings"].remarks)
    assert any("SystemExit: refused" in remark for remark in results["hides memory in System V"].remarks)
    assert any("SystemExit: 1 files, ['HOME'" in remark for remark in results["looks around"].remarks)
    assert any("SystemExit: 0 threads" in remark for remark in results["starts threads"].remarks)
    assert any("SystemExit: not shared" in remark for remark in results["hides memory in shared pages"].remarks)
    assert any("SystemExit: [] done" in remark for remark in results["locks, leases and pins"].remarks)
    for name in ("makes files without end", "makes files and talks meanwhile"):
        assert any("it made more than 10,000 files" in remark for remark in results[name].remarks), results[name]
    writable = results["fills what covers other packages"].remarks
    assert any("SystemExit: ['/tmp']" in remark for remark in writable), writable
    assert any("SystemExit: nothing mounted" in remark for remark in results["mounts"].remarks)


def test_what_was_not_graded_is_empty_in_the_table_and_never_0(course, graded):
    with (course.folder / "results" / f"{TOPIC.title}.csv").open(encoding="utf-8") as file:
        rows = {row["id"].removeprefix("'"): row for row in csv.DictReader(file)}
    assert set(rows) == {name.encode(errors="backslashreplace").decode() for name in graded[0]}
    for name in (name.encode(errors="backslashreplace").decode() for name in files.FILES):
        assert rows[name]["outcome"].startswith("not graded: ")
        assert rows[name]["needs_person"] == "the file"
        assert rows[name]["automatic"] == rows[name]["total"] == "" == rows[name]["count_pairs"]
    assert rows["empty"]["total"] == "0"
    for name in ("an essay below its cell", "an essay split in two", "an essay in a raw cell"):
        assert rows[name]["needs_person"] == "which_number_for_the_ward"
        assert rows[name]["which_number_for_the_ward"] == ""
    assert rows["answers that no file can hold"]["total"] == "0"
    assert rows["solved"]["total"] == ""
    assert rows["solved"]["needs_person"] == "which_number_for_the_ward"
    assert rows["solved"]["count_pairs"] == "3"


def test_every_feedback_page_is_inert_and_loads_nothing(course, graded):
    for name in graded[0]:
        page = course.path("feedback", TOPIC.title, name).with_suffix(".html").read_text(encoding="utf-8")
        assert html.escape(name.encode(errors="replace").decode()) in page
        for forbidden in ("<script", "<img", "http:", "https:", "src=", "javascript:"):
            assert forbidden not in page.replace(html.escape(name), ""), (name, forbidden)


def test_feedback_shows_the_counter_example_and_no_test(course, graded):
    page = course.path("feedback", TOPIC.title, "only the examples shown").with_suffix(".html").read_text()
    assert "The smallest input found where yours differs" in page
    assert "def " not in page
    assert "strategies" not in page

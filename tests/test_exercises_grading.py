"""The instructor's path from an empty folder to grades, with notebooks of our own, so that no sandbox is needed."""

import csv
import math
import os
import struct
import subprocess
import sys
import threading
import unicodedata
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from evalmetrics_exercises import seeds
from evalmetrics_exercises.exchange import arguments_in, arguments_out, plain
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import batch, magics, notebooks, sandbox
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.tasks import find_topic

from evalmetrics.execution import seccomp

TOPIC = find_topic("perplexity")
ESSAY = "lower_is_better"

pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with two submissions, one solved and one empty."""
    course = Course(tmp_path_factory.mktemp("course") / "metrics 2027")
    course.release(TOPIC)
    source = notebooks.read(notebooks.source_path(TOPIC.title))
    answers = {c.metadata.nbgrader.grade_id: c.source for c in source.cells if "nbgrader" in c.metadata}
    for name in ("solved", "empty"):
        notebook = notebooks.read(course.path("release", TOPIC.title))
        for cell in notebook.cells:
            if name == "solved" and cell.metadata.get("nbgrader", {}).get("solution"):
                cell.source = answers[cell.metadata.nbgrader.grade_id]
        notebooks.write(notebook, course.path("submitted", TOPIC.title, name))
    return course


def test_from_an_assignment_to_points(course, capsys):
    command.grade(course, TOPIC, course.folder / "submitted", unsafe=True, workers=1)
    with (course.folder / "results" / f"{TOPIC.title}.csv").open(encoding="utf-8") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert "WARNING: --unsafe-local" in capsys.readouterr().err
    assert (rows["empty"]["automatic"], rows["empty"]["total"]) == ("0", "0")
    solved = rows["solved"]
    assert (solved["automatic"], solved["total"], solved["needs_person"]) == (solved["automatic_max"], "", ESSAY)


def test_the_key_is_secret_and_its_public_half_is_in_the_notebook(course):
    assert (course.folder / "course.key").stat().st_mode & 0o077 == 0
    release = "".join(cell.source for cell in notebooks.read(course.path("release", TOPIC.title)).cells)
    assert course.key not in release
    assert f'me = student("", course="{seeds.course_of(course.key)}")' in release


def test_a_key_that_is_too_short_is_refused(tmp_path):
    (tmp_path / "course.key").write_text("1234")
    with pytest.raises(ValueError, match="at least 16 characters"):
        _ = Course(tmp_path).key


def test_hidden_tests_differ_by_key_student_and_task_and_are_the_same_every_time():
    drawn = [seeds.hidden_seed(*parts) for parts in ("kst", "Kst", "kSt", "ksT")]
    assert len(set(drawn)) == 4
    assert drawn[0] == seeds.hidden_seed("k", "s", "t")


def test_an_assignment_that_cannot_be_graded_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(notebooks, "student_version", lambda source, *_: source)
    with pytest.raises(ValueError, match="the empty version of 36_perplexity earns points: perplexity_of"):
        Course(tmp_path).release(TOPIC)
    assert not (tmp_path / "release").exists()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.float64(0.5), 0.5),
        (Decimal("0.25"), 0.25),
        (Fraction(1, 4), 0.25),
        (np.array([[1, 2]]), [[1, 2]]),
        ((1, (2.5, None)), [1, [2.5, None]]),
        (pd.Series([1.0], index=["a"]), {"a": 1.0}),
        (pd.DataFrame({"x": [1]}, index=["a"]), {"a": {"x": 1}}),
        ({1: True}, {"1": True}),
    ],
)
def test_what_leaves_the_sandbox_is_plain(value, shown):
    assert plain(value) == shown


def test_what_is_not_plain_does_not_leave():
    deep = 1
    for _ in range(30):
        deep = [deep]
    for value in (object(), deep, {1, 2}, b"x", 1j, Decimal("sNaN"), Fraction(10**400)):
        with pytest.raises(TypeError, match="it is"):
            plain(value)


def test_arguments_arrive_as_they_were_sent():
    sent = {"cm": np.array([[1, 2], [3, 4]]), "x": [1.5, math.inf], "d": {"a": 1}}
    received = arguments_out(arguments_in(sent))
    assert (received["cm"] == sent["cm"]).all()
    assert (received["x"], received["d"]) == (sent["x"], sent["d"])


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\n!ls\nx = 5 % 3", "pass\npass\nx = 5 % 3"),
        ('s = """\n%x\n"""', 's = """\n%x\n"""'),
        ("%%time\nx = 1", "x = 1"),
        ("%%bash\nx = 1", ""),
        ("%%time -n\nx = 1", "x = 1"),
        ("%%timeit\nx = 1", ""),
        ("%%\nx = 1", ""),
        ("%%script false\nx = 1", ""),
        ("x = %timeit -o f()\ny = !ls", "x = None\ny = None"),
        ("%time x = f()", "x = f()"),
        ("x = %time f()\nd['y'].z = !ls", "x = f()\nd['y'].z = None"),
        ("%pip install --quiet \\\n  numpy \\\n  pandas\nx = 1", "pass\n\n\nx = 1"),
        ("%time x = f(1, \\\n  2)\ny = 3", "x = f(1, \\\n  2)\ny = 3"),
        ("for i in a:\n    %timeit f(i)\nx = 1", "for i in a:\n    pass\nx = 1"),
        ("np.mean?\nx = 1  # why?\n?np\nx == 1  # right?", "pass\nx = 1  # why?\npass\nx == 1  # right?"),
        ("    x = 1\n    y = 2", "x = 1\ny = 2"),
        ('%pylab\ns = """\n%"""\nx = 1\n"""\n"""', 'pass\ns = """\n%"""\nx = 1\n"""\n"""'),
        ("%pylab\n# told\u2028x = 1\x0cy = 2", "pass\n# told\u2028x = 1\x0cy = 2"),
        ('!ls\nx = (\n"%d"\n% 3\n)', 'pass\nx = (\n"%d"\n% 3\n)'),
        ('s = """\nIn [3]: x\n   ...: y\n"""', 's = """\nIn [3]: x\n   ...: y\n"""'),
        (">>> x = 1\n>>> for i in x:\n...     pass", "x = 1\nfor i in x:\n    pass"),
    ],
)
def test_magics_are_left_out_and_python_is_not(cell, python):
    assert magics.as_python(cell) == python


def decided(machine, number, *arguments, of=None, program=seccomp.program):
    """What the filter says to a system call: the kernel's small virtual machine, in small."""
    data = {0: number, 4: seccomp.MACHINES[of or machine]}
    data |= {16 + 8 * i: argument for i, argument in enumerate((*arguments, *[0] * 6))}
    code, at, value = program(machine), 0, 0
    while True:
        operation, true, false, operand = struct.unpack_from("=HBBI", code, 8 * at)
        if operation == seccomp.RETURN:
            return {seccomp.ALLOWED[3]: True, seccomp.REFUSED[3]: False}.get(operand, "killed")
        if operation == seccomp.LOAD:
            value, jump = data[operand], 0
        else:
            hit = value == operand if operation == seccomp.JUMP_EQUAL else bool(value & operand)
            jump = true if hit else false
        at += 1 + jump


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_allows_its_list_and_nothing_else(machine):
    calls = seccomp.numbers(machine)
    some = {calls.pop(name) for name in ("fcntl", "futex", "ioctl", "madvise", "mmap", "prctl")}
    allowed = set(calls.values())
    assert len(allowed) == len(calls)
    for number in [*range(600), *range(0x40000000, 0x40000600)]:
        if number not in some:
            assert decided(machine, number) == (number in allowed), number
    other = "aarch64" if machine == "x86_64" else "x86_64"
    assert decided(machine, calls["read"], of=other) == "killed"


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_looks_at_arguments(machine):
    calls = seccomp.numbers(machine)
    locks, leases, sizes = (5, 6, 7, 36, 37, 38), (1024, 1025, 1026), (1031, 1032, 1033)
    assert all(decided(machine, calls["fcntl"], 3, command) for command in (0, 1, 2, 3, 4, 1030))
    assert not any(decided(machine, calls["fcntl"], 3, command) for command in (*locks, *leases, *sizes))
    assert decided(machine, calls["ioctl"], 0, 0x5401)
    assert [option for option in range(80) if decided(machine, calls["prctl"], option)] == [4, 22]
    assert not any(decided(machine, calls["ioctl"], 0, request) for request in (0x5412, 0x541C, 0x40305828, 0x80045430))
    assert decided(machine, calls["madvise"], 0, 4096, 14)
    assert not any(
        decided(machine, calls["madvise"], 0, 4096, advice) for advice in (8, 9, 16, 20, 21, 22, 23, 25, 100)
    )
    private, anonymous, shared, huge, droppable = 0x02, 0x20, 0x01, 0x40000, 0x08
    assert not decided(machine, calls["mmap"], 0, 4096, 3, droppable | anonymous)
    assert decided(machine, calls["mmap"], 0, 4096, 3, private | anonymous)
    assert decided(machine, calls["mmap"], 0, 4096, 3, private)
    wait, wake, within, realtime = 0, 1, 128, 256
    assert all(decided(machine, calls["futex"], 0, operation | within) for operation in (wait, wake, 9 | realtime, 10))
    assert not any(decided(machine, calls["futex"], 0, operation) for operation in (wait, wake, 9 | realtime, 10))
    for flags in (shared, shared | anonymous, 0x03, private | anonymous | huge):
        assert not decided(machine, calls["mmap"], 0, 4096, 3, flags)


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_last_filter_refuses_programs_and_filters(machine):
    calls = seccomp.numbers(machine)
    refused = {name for name, number in calls.items() if not decided(machine, number, program=seccomp.last_program)}
    assert refused == {"execve", "prctl"}


def test_an_unknown_machine_is_refused():
    with pytest.raises(NotImplementedError, match="this machine is riscv64"):
        seccomp.program("riscv64")


def test_without_bubblewrap_grading_says_so(monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    with pytest.raises(sandbox.UnavailableError, match="apt-get install bubblewrap"):
        sandbox.require()
    sandbox.require(unsafe=True)


def test_text_for_a_terminal_moves_nothing():
    assert sandbox.printable("a\x1b[31m\nb" + "x" * 1000) == sandbox.printable("a [31m b" + "x" * 1000)


def test_a_sandbox_that_does_not_start_is_not_a_fault_of_the_grader(monkeypatch, tmp_path):
    tries = []

    def ends(self):
        tries.append(self)
        raise sandbox.EndedError("it ended: bwrap: execvp python: Text file busy")

    monkeypatch.setattr(sandbox.Sandbox, "_begin", ends)
    submitted = tmp_path / "ada" / TOPIC.title / f"{TOPIC.title}.ipynb"
    submitted.parent.mkdir(parents=True)
    submitted.write_bytes(notebooks.student_path(TOPIC.title).read_bytes())
    refused = batch.grade(TOPIC, "ada", submitted, batch.Terms("key")).refused
    assert refused == "its sandbox did not start (it ended: bwrap: execvp python: Text file busy): grade it again"
    assert len(tries) == sandbox.STARTS


def dies_for_eve(topic, name, path, terms):
    """A judge that is killed by one submission."""
    if name == "eve":
        os._exit(9)
    return batch.Result(name)


def tells_of_eve_what_cannot_be_sent(topic, name, path, terms):
    """A judge whose result no pipe takes."""
    return batch.Result(name, remarks=(lambda: None,) if name == "eve" else ())


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        (dies_for_eve, "was killed, as if for its memory or time"),
        (tells_of_eve_what_cannot_be_sent, "could not be sent"),
    ],
)
def test_a_submission_that_loses_its_judge_takes_nobody_with_it(monkeypatch, tmp_path, grade, said):
    monkeypatch.setattr(batch, "grade", grade)
    names = ["ada", "bob", "eve", "kim"]
    results = batch.grade_all(TOPIC, dict.fromkeys(names, tmp_path), batch.Terms("key"), workers=2)
    refused = {result.student: result.refused for result in results}
    assert {name for name in names if refused[name]} == {"eve"}
    assert said in refused["eve"]


def stays_with_eve(topic, name, path, terms):
    """A judge that one submission keeps busy, inside a library that hears no signal."""
    if name == "eve":
        unicodedata.normalize("NFC", "a" + "\u0300\u0316" * 200_000)
    return batch.Result(name)


def waits_for_eve(topic, name, path, terms):
    """A judge that waits for what never comes, without using any time."""
    if name == "eve":
        threading.Event().wait()
    return batch.Result(name)


@pytest.mark.parametrize("grade", [stays_with_eve, waits_for_eve])
def test_a_submission_that_holds_its_judge_takes_nobody_with_it(monkeypatch, tmp_path, grade):
    monkeypatch.setattr(batch, "grade", grade)
    monkeypatch.setattr(batch, "JUDGE_SECONDS", 0.5)
    monkeypatch.setattr(batch, "LONGEST_WAIT", 3 if grade is waits_for_eve else 60)
    results = batch.grade_all(TOPIC, dict.fromkeys(["ada", "eve", "kim"], tmp_path), batch.Terms("key"), workers=2)
    refused = {result.student: result.refused for result in results}
    assert [name for name in refused if refused[name]] == ["eve"]
    assert "was killed, as if for its memory or time" in refused["eve"]


def test_a_judge_has_so_much_memory_and_no_more():
    code = "from evalmetrics_exercises.grading import batch\nbatch.limit_memory()\ntry: bytearray(6 * 2**30)\n"
    code += "except MemoryError: print('refused')\nprint(len(bytearray(2**30)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["refused", str(2**30)]


def test_a_judge_keeps_to_a_lower_limit_of_the_machine():
    code = "import resource\nresource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))\n"
    code += "from evalmetrics_exercises.grading import batch\nbatch.limit_memory()\n"
    code += "print(*resource.getrlimit(resource.RLIMIT_AS))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(2**32)] * 2


def test_outputs_that_miss_points_are_not_stored(monkeypatch):
    source = notebooks.read(notebooks.source_path(TOPIC.title))
    checked = next(cell for cell in source.cells if cell.source.startswith("check("))
    checked.outputs[0].data["text/plain"] = "a_task ✗ 1 of 3 points\nNot yet."
    monkeypatch.setattr(notebooks, "executed", lambda *_: source)
    monkeypatch.setattr(notebooks, "write", lambda *_: pytest.fail("it was stored"))
    with pytest.raises(ValueError, match=r"do not earn every point: a_task ✗ 1 of 3 points$"):
        command.exercises([TOPIC.title])


def test_who_stops_a_grading_is_told_what_became_of_it(monkeypatch, tmp_path):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "grade", stopped)
    with pytest.raises(SystemExit, match="stopped; grade again to enter what was not yet entered"):
        command.main(["grade", "--course", str(tmp_path), "--topic", "bleu"])

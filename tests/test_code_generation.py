"""Generated programs: printed values, scipy and rapidfuzz, exact fractions, hostile programs, properties, bad input."""

import inspect
import json
import shutil
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb, isnan

import numpy as np
import pandas as pd
import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein
from scipy import stats
from sklearn.metrics import accuracy_score

import evalmetrics
from evalmetrics import (
    bootstrap,
    compile_rate,
    edit_similarity,
    exact_match,
    execution_accuracy,
    hit_at_k,
    paired_bootstrap,
    pass_at_k,
    pass_hat_k,
    plot_pass_at_k,
    precision_at_k,
    run_program,
)
from evalmetrics.execution import process as _execution
from evalmetrics.execution import program as _program
from evalmetrics_book import example_programs

from .printed import rounds_to


def plug_in(n, c, k):
    """The biased estimate: the share that passed in place of the probability."""
    return 1 - (1 - Fraction(c, n)) ** k


def mean_over(n, p, estimate):
    return sum(comb(n, c) * p**c * (1 - p) ** (n - c) * estimate(c) for c in range(n + 1))


def exactly(n, c, k):
    return 1 - Fraction(comb(n - c, k), comb(n, k))


TENTHS = Fraction(3, 10)
PRINTED = {
    "E-122 k=2": (lambda: pass_at_k(10, 3, 2), ".5333"),
    "E-122 k=5": (lambda: pass_at_k(10, 3, 5), ".9167"),
    "five candidates, k=2": (lambda: pass_at_k(5, 2, 2), ".7"),
}


@st.composite
def attempts(draw, most=30):
    n = draw(st.integers(1, most))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


lines = st.text("ab=! \n", max_size=12)


@pytest.mark.parametrize(("value", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(value, printed):
    assert rounds_to(float(value()), printed)


def test_pass_at_k_agrees_with_scipy():
    rng = np.random.default_rng(0)
    for _ in range(300):
        n = int(rng.integers(1, 300))
        c, k = int(rng.integers(0, n + 1)), int(rng.integers(1, n + 1))
        assert pass_at_k(n, c, k) == pytest.approx(1 - stats.hypergeom.pmf(0, n, c, k), abs=1e-9)
        assert pass_hat_k(n, c, k) == pytest.approx(stats.hypergeom.pmf(k, n, c, k), rel=1e-6, abs=1e-300)


@given(attempts())
def test_it_is_the_exact_fraction(drawn):
    n, c, k = drawn
    assert pass_at_k(n, c, k) == float(exactly(n, c, k))
    assert pass_hat_k(n, c, k) == float(Fraction(comb(c, k), comb(n, k)))


def test_many_attempts_lose_no_digits():
    assert pass_at_k(100_000, 1, 1) == pytest.approx(1e-5, rel=1e-9)
    assert pass_at_k(100_000, 5, 1000) == pytest.approx(float(exactly(100_000, 5, 1000)), rel=1e-9)
    assert pass_at_k(100_000, 0, 1000) == 0
    assert pass_at_k(200, 101, 100) == 1


@pytest.mark.parametrize("n", [1, 2, 5, 9])
@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 7), TENTHS, Fraction(9, 10), Fraction(1)])
def test_it_is_unbiased_and_the_plug_in_is_too_low(n, p):
    for k in range(1, n + 1):
        right = 1 - (1 - p) ** k
        assert mean_over(n, p, partial(exactly, n, k=k)) == right
        assert mean_over(n, p, lambda c, k=k: Fraction(comb(c, k), comb(n, k))) == p**k
        wrong = mean_over(n, p, partial(plug_in, n, k=k))
        assert wrong == right if k == 1 or p in (0, 1) else wrong < right


@given(attempts(8))
def test_it_is_the_mean_over_all_sets_of_k_attempts(drawn):
    n, c, k = drawn
    sets = list(combinations([1] * c + [0] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(np.mean([hit_at_k(list(chosen), k) for chosen in sets]))
    assert pass_hat_k(n, c, k) == pytest.approx(np.mean([all(chosen) for chosen in sets]))
    assert pass_at_k(n, c, 1) == pytest.approx(np.mean([precision_at_k(list(chosen), k) for chosen in sets]))


@given(attempts())
def test_more_attempts_and_more_right_ones_are_never_worse(drawn):
    n, c, k = drawn
    assert pass_hat_k(n, c, k) <= pass_hat_k(n, c, 1) == c / n == pass_at_k(n, c, 1) <= pass_at_k(n, c, k) + 1e-12
    if k > 1:
        assert pass_at_k(n, c, k) >= pass_at_k(n, c, k - 1) - 1e-12
        assert pass_hat_k(n, c, k) <= pass_hat_k(n, c, k - 1) + 1e-12
    if c:
        assert pass_at_k(n, c, k) > pass_at_k(n, c - 1, k) - 1e-12


def test_tasks_may_have_different_numbers_of_attempts_and_of_one_kind_of_sequence_or_another():
    assert pass_at_k(np.array([5, 10]), (2, 3), 2) == pytest.approx((0.7 + 8 / 15) / 2)
    assert pass_at_k([5, 6], 2, 1) == pytest.approx((2 / 5 + 2 / 6) / 2)
    assert pass_at_k(np.int64(5), np.uint8(2), np.int32(2)) == pytest.approx(0.7)


def test_a_bootstrap_resamples_tasks():
    rng = np.random.default_rng(0)
    n, c = np.full(60, 10), rng.binomial(10, rng.beta(0.5, 0.8, size=60))
    score = bootstrap(partial(pass_at_k, k=5), n, c, n_resamples=4000, rng=0)
    each = pass_at_k.statistics(n, c, 5)[:, 0]
    assert score.estimate == pytest.approx(each.mean())
    assert score.replicates.std() == pytest.approx(each.std() / 60**0.5, rel=0.05)
    better = paired_bootstrap(partial(pass_at_k, k=5), n, np.minimum(c + 2, 10), c, n_resamples=500, rng=0)
    assert better.low > 0


@given(st.lists(st.tuples(lines, lines), min_size=1, max_size=8))
def test_exact_match_is_an_accuracy(pairs):
    references, hypotheses = map(list, zip(*pairs, strict=True))
    assert exact_match(references, hypotheses) == pytest.approx(accuracy_score(references, hypotheses))


def test_what_counts_as_equal_is_for_the_user_to_say():
    pairs = ["x = 1", "y = 2"], ["x=1", "y = 3"]
    assert exact_match(*pairs) == 0
    assert exact_match(*pairs, normalize=lambda text: text.replace(" ", "")) == 0.5
    assert exact_match([["a", "b"], ["c"]], [("a", "b"), ("d",)]) == 0.5
    assert bootstrap(exact_match, ["a", "b"] * 20, ["a", "c"] * 20, n_resamples=50, rng=0).estimate == 0.5


@given(lines, lines)
def test_edit_similarity_is_rapidfuzz_s(reference, hypothesis):
    value = edit_similarity(reference, hypothesis)
    if not reference and not hypothesis:
        assert isnan(value)
        return
    assert value == pytest.approx(Levenshtein.normalized_similarity(reference, hypothesis))
    assert value == edit_similarity(hypothesis, reference) == edit_similarity(list(reference), list(hypothesis))
    assert (value == 1) == (reference == hypothesis)


def test_a_token_of_a_program_may_hold_blanks():
    tokens = ["print", "(", "'two words'", ")"]
    assert exact_match([tokens], [list(tokens)]) == edit_similarity(tokens, tokens) == 1


def test_edit_similarity_of_tokens_is_another_number():
    reference, hypothesis = "return total / count", "return total // count"
    assert edit_similarity(reference, hypothesis) == pytest.approx(20 / 21)
    assert edit_similarity(reference, hypothesis, tokenize="whitespace") == 0.75
    assert edit_similarity("ab", "cd") == 0


COMPILES = {
    "": True,
    "x = 1": True,
    "import nothing_of_that_name": True,
    "x is 1": True,  # with a warning
    "1/0": True,
    "raise SystemExit": True,
    "def f(:": False,
    "return 1": False,
    "  x = 1": False,
    "x = 1\0": False,
    "x = '\ud800'": False,
    "x = " + "(" * 500 + ")" * 500: False,
    "print 'hello'": False,
    "await x": False,
    "from __future__ import wings": False,
}


def test_the_rate_of_compiling_counts_programs():
    programs = list(COMPILES)
    assert compile_rate(programs) == pytest.approx(sum(COMPILES.values()) / len(programs))
    assert dict(zip(programs, compile_rate.statistics(programs)[:, 0], strict=True)) == COMPILES


def test_nothing_is_run_to_see_whether_it_compiles(tmp_path):
    assert compile_rate([f"open({str(tmp_path / 'trace')!r}, 'w')"]) == 1
    assert not (tmp_path / "trace").exists()


OUTCOMES = {
    "right": ("def f(x): return x + 1", "assert f(1) == 2", "passed"),
    "no test": ("x = 1", "", "passed"),
    "names of the program": ("import math\ny = math.pi", "assert round(y) == 3", "passed"),
    "a main part, which is not run": ("if __name__ == '__main__': raise ValueError", "", "passed"),
    "a future statement": ("from __future__ import annotations\nx: Nothing = 1", "assert x == 1", "passed"),
    "threads that go on": ("import threading as t, time\nt.Thread(target=time.sleep, args=[60]).start()", "", "passed"),
    "the standard library": ("import asyncio, dataclasses, decimal, json, re, statistics, uuid", "", "passed"),
    "a test read beforehand": ("open('test').read()", "assert False", "FileNotFoundError"),
    "a lot of output": ("print('x' * 10**7)", "", "passed"),
    "wrong": ("def f(x): return x", "assert f(1) == 2", "AssertionError"),
    "bad syntax": ("def f(:", "", "SyntaxError"),
    "a bad test": ("x = 1", "assert (", "SyntaxError"),
    "an error": ("1 / 0", "", "ZeroDivisionError"),
    "an unknown name": ("x = 1", "y", "NameError"),
    "no installed packages": ("import numpy", "", "ModuleNotFoundError"),
    "nothing to read": ("x = input()", "", "EOFError"),
    "no end of recursion": ("def f(): return f()\nf()", "", "RecursionError"),
    "an exception without a name": ("raise type('', (Exception,), {})", "", "exception ''"),
    "an exception named like success": ("raise type('passed', (Exception,), {})", "", "exception 'passed'"),
    "half a character": ("x = '\ud800'", "", "UnicodeEncodeError"),
    "a polite early end": ("import sys; sys.exit(0)", "assert False", "SystemExit"),
    "an early end": ("import os; os._exit(0)", "assert False", "died"),
    "a report of its own": ("import os\nos.write(3, b\"\\n0.0\\n''\")\nos._exit(0)", "assert False", "died"),
    "a loop": ("while True: pass", "", "timeout"),
    "sleep": ("import time; time.sleep(60)", "", "timeout"),
    "output without end": ("while True: print('x' * 1000)", "", "timeout"),
    "four gigabytes at once": ("a = 'x' * 4_000_000_000", "", "memory"),
    "more and more memory": ("a = []\nwhile True: a.append('x' * 10**6)", "", "memory"),
    "a file to write": ("open('x', 'w')", "", "PermissionError"),
    "a file to change": ("open('report', 'r+')", "", "PermissionError"),
    "a file to remove": ("import os; os.remove('report')", "", "PermissionError"),
    "a folder to remove": ("import shutil; shutil.rmtree('.')", "", "PermissionError"),
    "a folder to make": ("import os; os.mkdir('x')", "", "PermissionError"),
    "a process": ("import subprocess, sys; subprocess.run([sys.executable])", "", "PermissionError"),
    "a shell": ("import os; os.system('true')", "", "PermissionError"),
    "the network": ("import socket; socket.create_connection(('127.0.0.1', 80))", "", "PermissionError"),
    "a server": ("import socket; socket.socket().bind(('127.0.0.1', 0))", "", "PermissionError"),
    "a name to look up": ("import socket; socket.gethostbyname('localhost')", "", "PermissionError"),
    "a page": ("import urllib.request as u; u.urlopen('http://127.0.0.1:80')", "", "PermissionError"),
    "the machine's libraries": ("import ctypes; ctypes.string_at(0)", "", "PermissionError"),
}
NOT_ON_WINDOWS = {
    "processes without end": ("import os\nwhile True: os.fork()", "", "PermissionError"),
    "coroutines": ("import asyncio\nasync def f(): return 3", "assert asyncio.run(f()) == 3", "passed"),
    "a signal to the parent": ("import os; os.kill(os.getppid(), 15)", "", "PermissionError"),
}


@pytest.mark.parametrize("case", [*OUTCOMES, *([] if sys.platform == "win32" else NOT_ON_WINDOWS)])
def test_what_comes_of_a_program(case):
    program, test, outcome = {**OUTCOMES, **NOT_ON_WINDOWS}[case]
    started = time.monotonic()
    came = run_program(program, test, timeout=1.5 if outcome == "timeout" else 20)
    assert (came.outcome, came.passed) == (outcome, outcome == "passed")
    assert time.monotonic() - started < 20
    assert isnan(came.seconds) == (outcome in ("timeout", "died"))


THEFTS = {
    "another compiler": (
        "import builtins\nreal = compile\nbuiltins.compile = lambda source, *args, **options: real('', 'x', 'exec')",
        "NameError",
    ),
    "a report of its own, signed": (
        """
import os
token = os.read(0, 64).decode()
for file in range(3, 20):
    try: os.write(file, (token + "\\n0.0\\n''").encode())
    except OSError: pass
os._exit(0)
""",
        "passed",
    ),
    "an answer that equals everything": (
        "class Yes:\n    __eq__ = lambda self, other: True\ndef square(x): return Yes()",
        "passed",
    ),
}
NO_WALLS = sys.platform != "linux" or shutil.which("bwrap") is None
within_walls = pytest.mark.skipif(NO_WALLS, reason="needs bubblewrap")
# What comes of them is another thing within walls: one thread, and a test that sees no modules of the program.
OTHERWISE = {"threads that go on": "RuntimeError", "coroutines": "NameError"}


@pytest.mark.parametrize("theft", THEFTS)
def test_what_a_thief_gets_without_walls(theft):
    """What the docstring warns of; of the three, only the compiler's place is of no use to a thief."""
    program, outcome = THEFTS[theft]
    assert run_program(program, "assert square(3) == 9", timeout=20).outcome == outcome


@within_walls
@pytest.mark.parametrize("theft", THEFTS)
def test_walls_stop_a_thief(theft):
    came = run_program(THEFTS[theft][0], "assert square(3) == 9", timeout=20, walls=True)
    assert came.walls
    assert not came.passed


@within_walls
@pytest.mark.parametrize("error", ["", "passed", "MemoryError", [], {"passed": 1}])
def test_a_guest_that_speaks_for_itself_within_walls_still_has_to_answer(error):
    told = json.dumps({"error": error, "functions": ["square"], "values": {}, "value": 8, "seconds": 0}) + "\n"
    say = f"try: os.write(file, {told.encode() * 3!r})\n    except OSError: pass"
    program = f"import os\nfor file in range(3, 20):\n    {say}"
    assert not run_program(program, "assert square(3) == 9", timeout=20, walls=True).passed


@pytest.mark.parametrize(
    "program",
    [
        "import json; json.dumps = json.JSONEncoder.encode = lambda *args, **options: ''",
        "import os, time, builtins, __main__\nos._exit = os.read = time.process_time = builtins.type = exec = print",
        "import __main__; __main__.RESERVED = frozenset(); __main__.name_of = lambda error: ''",
        "class Named(type):\n    __name__ = ''\nclass Odd(Exception, metaclass=Named): pass\nraise Odd",
    ],
)
def test_what_is_needed_later_is_bound_before_a_program_runs(program):
    came = run_program(program, "assert square(3) == 9", timeout=20)
    assert not came.passed
    assert came.outcome != "died"


@within_walls
@pytest.mark.parametrize("case", [*OUTCOMES, *NOT_ON_WINDOWS])
def test_what_comes_of_a_program_within_walls(case):
    program, test, outcome = {**OUTCOMES, **NOT_ON_WINDOWS}[case]
    came = run_program(program, test, timeout=1.5 if outcome == "timeout" else 20, walls=True)
    assert came.outcome == OTHERWISE.get(case, outcome)


@within_walls
def test_plain_data_passes_the_walls_and_nothing_else():
    program = "def same(x, *, times=1): return x\nseen = [(1, {2: None}), {3.5, 'é'}, frozenset({True}), -0.0]"
    test = """
assert seen == [(1, {2: None}), {3.5, "é"}, frozenset({True}), 0.0] and type(seen[0]) is tuple
for value in [seen, "\\ud800", 10**400, float("inf"), [], {}]:
    assert same(value, times=2) == value
assert same(nan := float("nan")) != nan
"""
    assert run_program(program, test, timeout=20, walls=True).outcome == "passed"
    for call in ("same(object())", "same(lambda: 1)", "Own()", "own", "same(3) + own.x"):
        made = f"{program}\nclass Own: x = 1\nown = Own()"
        assert run_program(made, call, timeout=20, walls=True).outcome in ("TypeError", "NameError")


@within_walls
def test_a_name_that_python_has_too_is_nobody_s_within_walls():
    program = "def all(values): return True\ndef square(x): return 0"
    assert run_program(program, "assert all([square(2) == 4])", timeout=20).passed
    assert run_program(program, "assert all([square(2) == 4])", timeout=20, walls=True).outcome == "NameError"
    assert run_program(program, "assert square(2) == 0", timeout=20, walls=True).passed


@within_walls
def test_what_a_function_raises_within_walls_can_be_caught_outside():
    program = "def f(x):\n    if x: raise x and ValueError\n    b'\\xff'.decode()"
    for call, name in {"f(1)": "ValueError", "f(0)": "UnicodeDecodeError"}.items():
        test = f"try: {call}\nexcept {name}: pass\nelse: assert False"
        assert run_program(program, test, timeout=20, walls=True).outcome == "passed"
        assert run_program(program, call, timeout=20, walls=True).outcome == name


@within_walls
def test_a_function_within_walls_cannot_end_a_loop_of_its_test():
    program = "def square(x): raise StopIteration"
    test = "assert all(map(lambda x: square(x) == x * x, range(5)))"
    assert run_program(program, test, timeout=20, walls=True).outcome == "StopIteration"


@within_walls
def test_walls_hide_the_machine():
    program = (
        "import os\nlisted, here = os.listdir('/'), os.listdir('.')\nwho, mine = os.getuid(), os.path.exists('HERE')"
    )
    test = "assert 'proc' not in listed and not here and who == 65534 and not mine"
    assert run_program(program.replace("HERE", __file__), test, timeout=20, walls=True).outcome == "passed"


@within_walls
def test_the_book_s_programs_do_the_same_within_walls():
    some = example_programs().groupby("task", sort=False).head(2)
    both = some["program"].to_list(), some["test"].to_list()
    assert execution_accuracy(*both, timeout=20, walls=True) == execution_accuracy(*both, timeout=20)


def test_where_there_are_no_walls_nothing_is_run(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(RuntimeError, match=r"walls=True needs bubblewrap.*apt-get install bubblewrap.*runs as you"):
        run_program("x = 1", "", walls=True)
    assert not run_program("x = 1", "", timeout=20).walls


@within_walls
def test_where_bubblewrap_cannot_make_walls_nothing_is_run(monkeypatch):
    monkeypatch.setattr("evalmetrics.execution.walls.NAMESPACES", ["--no-such-option"])
    with pytest.raises(RuntimeError, match="bubblewrap is here, and cannot make walls"):
        run_program("x = 1", "", walls=True)
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(RuntimeError, match=r"cannot be had here: .*riscv64"):
        run_program("x = 1", "", walls=True)


def test_a_program_knows_little_of_where_it_runs():
    program = "import os, sys\nfolder, names, listed = os.getcwd(), set(os.environ), set(os.listdir())"
    test = """
assert names <= {"SYSTEMROOT", "LC_CTYPE"}, names
assert listed == {"report"}, listed
assert not any("site-packages" in path for path in sys.path)
assert folder not in sys.path and "" not in sys.path
"""
    assert run_program(program, test).outcome == "passed"


def test_nothing_is_left_behind(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for program in ("x = 1", "while True: pass", "import os; os._exit(1)"):
        run_program(program, "", timeout=1)
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("program", ["a = 'x' * 4_000_000_000", "a = []\nwhile True: a.append('x' * 10**6)"])
def test_where_the_system_keeps_no_limit_memory_is_watched_from_outside(monkeypatch, program):
    monkeypatch.setattr(_execution, "ENFORCED", False)
    came = run_program(program, "", timeout=20, memory=200)
    assert came.outcome == "memory"
    assert isnan(came.seconds)
    assert run_program("x = 1", "assert x == 1", timeout=20).passed
    assert run_program("while True: pass", "", timeout=0.5).outcome == "timeout"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes")
def test_what_a_process_has_started_ends_with_it():
    begin = "import subprocess, sys; sleep = [sys.executable, '-c', 'import time; time.sleep(60)']"
    program = f"{begin}; print(subprocess.Popen(sleep).pid, flush=True)"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, start_new_session=True)
    with process.stdout as outlet:
        started = psutil.Process(int(outlet.readline()))
    assert started.is_running()
    _execution._kill(process)
    psutil.wait_procs([started], timeout=10)
    assert not started.is_running() or started.status() == psutil.STATUS_ZOMBIE


def test_without_any_means_to_limit_memory_nothing_is_run(monkeypatch):
    monkeypatch.setattr(_execution, "ENFORCED", False)
    monkeypatch.setitem(sys.modules, "psutil", None)
    with pytest.raises(RuntimeError, match=r"memory cannot be limited.*psutil.*memory=None"):
        run_program("x = 1", "")
    assert run_program("x = 1", "", memory=None).passed


def test_memory_that_is_there_can_be_used():
    program = "a = bytearray(300_000_000)"
    assert run_program(program, "", memory=512, timeout=20).passed
    assert run_program(program, "", memory=128, timeout=20).outcome == "memory"
    assert run_program(program, "", memory=None, timeout=20).passed


def test_processor_time_is_told():
    quick, slow = (run_program(f"sum(range({n}))", "", timeout=20).seconds for n in (10, 10_000_000))
    assert 0 <= quick < slow


def test_the_inside_is_a_file_that_nothing_else_runs():
    assert inspect.getsourcefile(_program) == str(_execution.INSIDE)
    assert _program.run({"program": "x = 1", "test": "assert x == 2"}, {}) == "AssertionError"
    assert _program.run({"program": "x = 1", "test": "assert x == 1"}, {}) == ""


def test_execution_accuracy_counts_programs_that_pass():
    programs, test = ["x = 1", "x = 2", "x =", "raise SystemExit"], "assert x == 1"
    assert execution_accuracy(programs, [test] * 4) == 0.25
    assert execution_accuracy.statistics(programs, [test] * 4).tolist() == [[1, 1], [0, 1], [0, 1], [0, 1]]
    assert execution_accuracy(["while True: pass"], [""], timeout=0.5) == 0


def test_the_programs_of_the_book_are_a_model_and_its_tests_tell_them_apart():
    programs = example_programs()
    assert programs.groupby("task", sort=False).size().to_list() == [4, 6, 3, 6, 6, 4, 6, 4, 4, 3, 3, 4]
    np.testing.assert_allclose(programs.groupby("task")["probability"].sum(), 1)
    assert not programs["program"].duplicated().any()
    assert not programs["program"].str.contains(r"\$").any()
    assert compile_rate(programs["program"].to_list()) == 1
    some = programs.groupby("task", sort=False).head(2)
    passed = execution_accuracy.statistics(some["program"].to_list(), some["test"].to_list(), timeout=20)[:, 0]
    assert passed.tolist() == [1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]


def test_the_curves_are_pass_at_k_and_the_bands_their_intervals():
    counts = {"A": ([6, 8], [6, 0]), "B": ([4, 4, 4], [1, 2, 0])}
    ax = plot_pass_at_k(counts)
    for (n, c), line, band in zip(counts.values(), ax.lines, ax.collections, strict=True):
        assert line.get_xdata().tolist() == list(range(1, min(n) + 1))
        np.testing.assert_allclose(line.get_ydata(), [pass_at_k(n, c, k) for k in line.get_xdata()])
        score = bootstrap(partial(pass_at_k, k=2), n, c, rng=0)
        edges = {round(float(y), 9) for x, y in band.get_paths()[0].vertices if x == 2}
        assert edges == {round(score.low, 9), round(score.high, 9)}
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("attempts k", "pass@k")
    np.testing.assert_allclose(plot_pass_at_k({"one task": (4, 1)}).lines[0].get_ydata(), [0.25, 0.5, 0.75, 1])


BAD = {
    "k above n": ("pass_at_k", (5, 2, 6), {}, ValueError, "k must be at most n, .* got k=6 where n=5"),
    "k above one n": ("pass_hat_k", ([9, 5], [2, 2], 6), {}, ValueError, "got k=6 where n=5"),
    "no attempt": ("pass_at_k", (0, 0, 1), {}, ValueError, "k must be at most n, .* where n=0"),
    "k of 0": ("pass_at_k", (5, 2, 0), {}, ValueError, "k must be at least 1, got 0"),
    "c above n": ("pass_at_k", ([5, 5], [2, 6], 1), {}, ValueError, "c must lie from 0 to n: got c=6 where n=5"),
    "c below 0": ("pass_at_k", (5, -1, 1), {}, ValueError, "c must lie from 0 to n: got c=-1 where n=5"),
    "shares": ("pass_at_k", ([5, 5], [0.4, 0.2], 1), {}, TypeError, "c must be a whole number, or a sequence"),
    "truths": ("pass_at_k", ([1, 1], [True, False], 1), {}, TypeError, "c must be a whole number"),
    "no tasks": ("pass_at_k", ([], [], 1), {}, ValueError, "n is empty: at least one task"),
    "a task too few": ("pass_at_k", ([5, 5], [2], 1), {}, ValueError, "n and c must have the same length"),
    "rows of counts": ("pass_at_k", (5, [[2]], 1), {}, ValueError, "c must be 1-d, one entry per task"),
    "no texts": ("exact_match", ([], []), {}, TypeError, "references must be a non-empty list"),
    "a text too few": ("exact_match", (["a", "b"], ["a"]), {}, ValueError, "references and hypotheses must have the"),
    "text and tokens": (
        "exact_match",
        (["a", "b"], ["a", ["b"]]),
        {},
        TypeError,
        r"references\[1\] and hypotheses\[1\] must both be strings .* got str and list",
    ),
    "numbers": ("exact_match", ([1], [1]), {}, TypeError, r"references\[0\] must be a list of tokens, got 1"),
    "one program": ("compile_rate", ("x = 1",), {}, TypeError, "programs must be a non-empty list"),
    "a table": ("compile_rate", (pd.DataFrame({"program": ["x = ("]}),), {}, TypeError, "pass one of its columns"),
    "None among programs": ("compile_rate", (["x = 1", None],), {}, TypeError, r"programs\[1\] must be a string"),
    "None among texts": ("exact_match", (["a", None], ["a", None]), {}, TypeError, r"references\[1\] must be a list"),
    "None among tokens": ("exact_match", ([["a", None]], [["a", None]]), {}, ValueError, "holds missing tokens"),
    "nan among tokens": ("edit_similarity", (["a", np.nan], ["a"]), {}, ValueError, "reference holds missing tokens"),
    "tokens in tokens": ("edit_similarity", ([["a"]], [["a"]]), {}, TypeError, "reference must be a flat list of"),
    "bytes": ("compile_rate", ([b"x = 1"],), {}, TypeError, r"programs\[0\] must be a string, the source"),
    "one test": ("execution_accuracy", (["x"], "x"), {}, TypeError, "tests must be a non-empty list of strings"),
    "a test too few": ("execution_accuracy", (["x"] * 2, ["x"]), {}, ValueError, "programs and tests must have the"),
    "a list of tests": ("execution_accuracy", (["x"], [["x"]]), {}, TypeError, r"tests\[0\] must be a string"),
    "no program": ("run_program", (None, ""), {}, TypeError, "program must be a string, the source"),
    "no test": ("run_program", ("", None), {}, TypeError, "test must be a string, the source"),
    "no time": ("run_program", ("", ""), {"timeout": 0}, ValueError, "timeout must be a finite number above 0"),
    "little memory": ("run_program", ("", ""), {"memory": 10}, ValueError, "memory must be at least 64 megabytes"),
    "string and list": ("edit_similarity", ("a", ["a"]), {}, TypeError, "reference and hypothesis must both be"),
    "a list of counts": ("plot_pass_at_k", ([(5, 2)],), {}, TypeError, "counts must be a mapping"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case):
    name, arguments, options, error, message = BAD[case]
    with pytest.raises(error, match=message):
        getattr(evalmetrics, name)(*arguments, **options)

"""Scores of generated programs: whether they compile, whether they pass their tests, and in how many attempts."""

import warnings
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from .execution import process
from .fast import code_generation as fast
from .inputs import arguments
from .inputs import code_generation as inputs
from .kinds.help_pages import described_by
from .metric import mean_of, of_samples
from .word_error_rate import fewest_edits

LEAST_MEMORY = 64  # megabytes: an interpreter needs some to start


@dataclass(frozen=True)
class Execution:
    """What came of running a program and its test: whether it passed, how it ended, its processor time in seconds.

    `walls` says whether the program ran within walls, or as you.
    """

    passed: bool
    outcome: str
    seconds: float
    walls: bool = False


def one_passes(n, c, *, k):
    """Share of the ways to choose k of n attempts that hold one of the c that passed."""
    choices, all_fail = comb(n, k), comb(n - c, k)
    return (choices - all_fail) / choices


@mean_of(one_passes, inputs=inputs.attempts, at_once=fast.one_passes)
def pass_at_k(passes, tasks):
    """Estimate of the probability that at least one of k attempts at a task passes its tests, averaged over tasks.

    Any k of the n attempts, of which c passed, hold none that passed with probability C(n - c, k) / C(n, k); one minus
    that is right on average for every n of at least k. To put c / n into 1 - (1 - p)**k is too low on average. It never
    falls as k grows; for k = 1 it is the share of attempts that pass.

    >>> pass_at_k(10, 3, 1), round(pass_at_k(10, 3, 5), 4)
    (0.3, 0.9167)
    """
    return passes / tasks


def all_pass(n, c, *, k):
    """Share of the ways to choose k of n attempts that hold only such as passed."""
    return comb(c, k) / comb(n, k)


@mean_of(all_pass, inputs=inputs.attempts, at_once=fast.all_pass)
def pass_hat_k(passes, tasks):
    """Estimate of the probability that all of k attempts at a task pass (pass^k), averaged over tasks.

    It never rises as k grows. Never above `pass_at_k`, and equal to it for k = 1.

    >>> pass_hat_k(10, 3, 1), round(pass_hat_k(10, 3, 2), 4)
    (0.3, 0.0667)
    """
    return passes / tasks


def is_equal(reference, hypothesis):
    """Whether two texts are the same."""
    return reference == hypothesis


@mean_of(is_equal, inputs=inputs.pairs, at_once=True)
def exact_match(matches, pairs):
    """Share of hypotheses that are equal to their reference, to the last character.

    >>> exact_match(["x = 1", "y = 2"], ["x = 1", "y=2"])
    0.5
    """
    return matches / pairs


def compiles(program):
    """Whether Python's compiler accepts a program, with or without a warning; it has many ways to refuse one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(program, "<program>", "exec", dont_inherit=True)
    except Exception:
        return False
    return True


@mean_of(compiles, inputs=inputs.sources)
def compile_rate(accepted, programs):
    """Share of Python programs that compile. None of them is run.

    The compiler of the running Python decides: it refuses bad syntax, but also a `return` outside of a function. It
    knows nothing of names that do not exist. A program that is very deeply nested may end the process.

    >>> compile_rate(["print(nonsense)", "print(", "return 1", "x = 1"])
    0.5
    """
    return accepted / programs


@described_by()
def run_program(
    program: str, test: str, *, timeout: float = 3.0, memory: float | None = 512, walls: bool = False
) -> Execution:
    """Run a Python program and then its test, in a process of their own with limits on time and memory.

    The process has the standard library, an empty folder and nothing to read from; what it prints is thrown away. It
    may neither write files nor start processes nor use the network, and it is ended at its limits. This protects from
    mistakes, and is no sandbox: the process runs as you and can read what you can, and a program written to get out
    will. Run programs of strangers with ``walls=True``, or in a machine or container that you can throw away.

    program, test : str
        Sources. The test sees all names of the program; it fails by raising an exception, as `assert` does.
    timeout : float, default 3.0
        Seconds by the clock, for both together and the start of the interpreter.
    memory : float or None, default 512
        Megabytes, at least 64. None for no limit. Linux holds the process to it. Elsewhere its memory is looked at a
        hundred times per second, for which psutil has to be installed, as it is with Jupyter.
    walls : bool, default False
        Run the program in a sandbox by bubblewrap (Linux): no files but Python's, no network, one process and one
        thread. The test runs outside, as you, and sees functions and values of the program, no modules. What a
        function takes and returns is plain data (None, numbers, text, lists, tuples, sets, dicts), copied. So a program
        finds neither test nor report, and no object of its own takes part in a comparison. A name of Python's that
        the program takes is missing in the test. Classes cannot be tested like that.

    -> Execution
        ``passed``; ``outcome``: "passed", the name of the exception that was raised, "timeout", "memory", or "died"
        for a process that ended before its test did; ``seconds`` of processor time, nan where it was not told;
        ``walls``, whether there were any.

    RuntimeError
        A limit on memory that cannot be kept: not on Linux, and without psutil. ``walls=True`` where there are none to
        be had.

    Source: Chen and others (2021), Evaluating large language models trained on code, arXiv:2107.03374, section 2.3.

    >>> program = "def double(x): return x + x"
    >>> run_program(program, "assert double(4) == 8").passed
    True
    >>> run_program(program, "assert double(4) == 9").outcome
    'AssertionError'
    """
    for source, name in ((program, "program"), (test, "test")):
        arguments.string(source, name, inputs.SOURCE)
    if memory is not None and not arguments.positive(memory, "memory") >= LEAST_MEMORY:
        raise ValueError(f"memory must be at least {LEAST_MEMORY} megabytes, or None for no limit, got {memory!r}")
    if not isinstance(walls, bool):
        raise TypeError(f"walls must be True or False, got {walls!r}")
    timeout = arguments.positive(timeout, "timeout")
    outcome, seconds = process.outcome(program, test, timeout, memory, within_walls=walls)
    return Execution(outcome == "passed", outcome, seconds, walls)


def executions(
    programs: Any, tests: Any, *, timeout: float = 3.0, memory: float | None = 512, walls: bool = False
) -> tuple[list[Execution]]:
    """Programs that are run, each with its test, as by `run_program`, which says what that protects from.

    programs, tests : lists of n strings
        One test for each program: source that is run after it and fails by raising an exception.
    timeout : float, default 3.0
        Seconds by the clock, for each program.
    memory : float or None, default 512
        Megabytes for each program, at least 64; None for no limit.
    walls : bool, default False
        Run each program within walls, and its test outside.
    """
    both = {"programs": inputs.list_of_sources(programs, "programs")}
    both["tests"] = inputs.list_of_sources(tests, "tests")
    arguments.same_length(**both)
    pairs = zip(*both.values(), strict=True)
    options: dict[str, Any] = {"timeout": timeout, "memory": memory, "walls": walls}
    return ([run_program(program, test, **options) for program, test in pairs],)


def passes(execution):
    """Whether a program and its test came to their ends."""
    return execution.passed


@mean_of(passes, inputs=executions)
def execution_accuracy(passed, programs):
    """Share of Python programs that pass their tests when they are run: functional correctness.

    >>> execution_accuracy(["def f(x): return x + 1", "def f(x): return x - 1"], ["assert f(1) == 2"] * 2)
    0.5
    """
    return passed / programs


@of_samples(inputs=inputs.pair, fast=fast.similarity, many="")
def edit_similarity(reference, hypothesis):
    """One minus the edit distance over the length of the longer text.

    1 if and only if the two are equal, 0 if they share nothing in one order.

    >>> edit_similarity(["x", "==", "10"], ["x", "!=", "10"])
    0.6666666666666667
    """
    edits = fewest_edits(reference, hypothesis)
    return 1 - np.divide(edits, max(len(reference), len(hypothesis)))

"""Scores of generated programs: whether they compile, whether they pass their tests, and in how many attempts."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .execution import process
from .fast import edit_distances
from .inputs import arguments, ranked_lists
from .inputs.texts import Tokenizer, as_list, as_tokens

Statistics = NDArray[np.float64]
LEAST_MEMORY = 64  # megabytes: an interpreter needs some to start


@dataclass(frozen=True)
class Execution:
    """What came of running a program and its test: whether it passed, how it ended, its processor time in seconds."""

    passed: bool
    outcome: str
    seconds: float


def pass_at_k(n: Any, c: Any, k: int) -> float:
    """Estimate of the probability that at least one of k attempts at a task passes its tests, averaged over tasks.

    Of n attempts at a task c have passed. Any k of the n, drawn without putting one back, hold no passing attempt with
    probability C(n - c, k) / C(n, k); one minus that is right on average for every n of at least k, whatever the
    probability p of passing is. To put c / n into 1 - (1 - p)**k is too low on average.

    Parameters
    ----------
    n : int, or sequence of one per task
        How many attempts were made: at least k at every task.
    c : int, or sequence of one per task
        How many of them passed.
    k : int
        How many attempts are allowed, at least 1.

    Returns
    -------
    float
        In [0, 1], higher is better; it never falls as k grows. For k = 1 the share of attempts that pass.

    Raises
    ------
    ValueError
        k below 1 or above n: from fewer than k attempts there is no such estimate. c outside [0, n]; different
        numbers of tasks, none.
    TypeError
        Anything but whole numbers.

    References
    ----------
    Chen and others (2021), Evaluating large language models trained on code, arXiv:2107.03374, equation 1; for the
    question itself Kulal and others (2019), SPoC: search-based pseudocode to code.

    Examples
    --------
    >>> pass_at_k(10, 3, 1), round(pass_at_k(10, 3, 5), 4)
    (0.3, 0.9167)
    >>> pass_at_k([5, 5], [2, 0], 2)
    0.35
    """
    return float(pass_at_k_from_statistics(pass_at_k_statistics(n, c, k).sum(axis=0)))


def pass_at_k_statistics(n: Any, c: Any, k: int) -> Statistics:
    """One row per task: (its pass@k, 1).

    Parameters
    ----------
    n, c, k
        As in `pass_at_k`.

    Returns
    -------
    array of shape (tasks, 2)

    Examples
    --------
    >>> pass_at_k_statistics([5, 5], [2, 0], 2)
    array([[0.7, 1. ],
           [0. , 1. ]])
    """
    n, c, k = _counts(n, c, k)
    return ranked_lists.counted(
        [(comb(tried, k) - comb(tried - passed, k)) / comb(tried, k) for tried, passed in zip(n, c, strict=True)]
    )


def pass_hat_k(n: Any, c: Any, k: int) -> float:
    """Estimate of the probability that all of k attempts at a task pass (pass^k), averaged over tasks.

    Parameters
    ----------
    n, c, k
        As in `pass_at_k`.

    Returns
    -------
    float
        In [0, 1], higher is better; it never rises as k grows. Never above `pass_at_k`, and equal to it for k = 1.

    Raises
    ------
    ValueError, TypeError
        As in `pass_at_k`.

    References
    ----------
    Yao, Shinn, Razavi and Narasimhan (2024), tau-bench: a benchmark for tool-agent-user interaction in real-world
    domains, arXiv:2406.12045.

    Examples
    --------
    >>> pass_hat_k(10, 3, 1), round(pass_hat_k(10, 3, 2), 4)
    (0.3, 0.0667)
    """
    return float(pass_hat_k_from_statistics(pass_hat_k_statistics(n, c, k).sum(axis=0)))


def pass_hat_k_statistics(n: Any, c: Any, k: int) -> Statistics:
    """One row per task: (its pass^k, 1).

    Parameters
    ----------
    n, c, k
        As in `pass_at_k`.

    Returns
    -------
    array of shape (tasks, 2)

    Examples
    --------
    >>> pass_hat_k_statistics([5, 5], [2, 5], 2)
    array([[0.1, 1. ],
           [1. , 1. ]])
    """
    n, c, k = _counts(n, c, k)
    return ranked_lists.counted([comb(passed, k) / comb(tried, k) for tried, passed in zip(n, c, strict=True)])


def exact_match(references: Any, hypotheses: Any, *, normalize: Callable[[Any], Any] | None = None) -> float:
    """Share of hypotheses that are equal to their reference, to the last character.

    Parameters
    ----------
    references, hypotheses : lists of n strings, or of n lists of tokens
        One reference for each hypothesis, both of one kind.
    normalize : function, optional
        Applied to both before they are compared, as to disregard white space.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    TypeError
        Anything but lists, a single string among them; strings on one side and lists on the other.
    ValueError
        Different numbers of references and hypotheses.

    References
    ----------
    Rajpurkar, Zhang, Lopyrev and Liang (2016), SQuAD: 100,000+ questions for machine comprehension of text, for
    answers; Lu and others (2021), CodeXGLUE, for programs.

    Examples
    --------
    >>> exact_match(["x = 1", "y = 2"], ["x = 1", "y=2"])
    0.5
    >>> exact_match(["x = 1", "y = 2"], ["x = 1", "y=2"], normalize=lambda line: line.replace(" ", ""))
    1.0
    """
    return float(
        exact_match_from_statistics(exact_match_statistics(references, hypotheses, normalize=normalize).sum(axis=0))
    )


def exact_match_statistics(
    references: Any, hypotheses: Any, *, normalize: Callable[[Any], Any] | None = None
) -> Statistics:
    """One row per pair: (1 for a match, 1).

    Parameters
    ----------
    references, hypotheses, normalize
        As in `exact_match`.

    Returns
    -------
    array of shape (n, 2)

    Examples
    --------
    >>> exact_match_statistics(["a", "b"], ["a", "c"])
    array([[1., 1.],
           [0., 1.]])
    """
    references, hypotheses = (
        as_list(texts, name, "strings or lists of tokens")
        for texts, name in ((references, "references"), (hypotheses, "hypotheses"))
    )
    arguments.same_length(references=references, hypotheses=hypotheses)
    pairs = [
        _of_one_kind(reference, f"references[{i}]", hypothesis, f"hypotheses[{i}]")
        for i, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True))
    ]
    compared: Any = normalize or (lambda text: text)
    return ranked_lists.counted([compared(reference) == compared(hypothesis) for reference, hypothesis in pairs])


def compile_rate(programs: Any) -> float:
    """Share of Python programs that compile. None of them is run.

    The compiler of the running Python decides: it refuses bad syntax, but also a `return` outside of a function. It
    knows nothing of names that do not exist. A program that is very deeply nested may end the process.

    Parameters
    ----------
    programs : list of n strings

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    TypeError
        Anything but a list of strings.

    References
    ----------
    Chadha, Primers: Evaluation metrics, aman.ai, as compilability.

    Examples
    --------
    >>> compile_rate(["print(nonsense)", "print(", "return 1", "x = 1"])
    0.5
    """
    return float(compile_rate_from_statistics(compile_rate_statistics(programs).sum(axis=0)))


def compile_rate_statistics(programs: Any) -> Statistics:
    """One row per program: (1 if it compiles, 1).

    Parameters
    ----------
    programs
        As in `compile_rate`.

    Returns
    -------
    array of shape (n, 2)

    Examples
    --------
    >>> compile_rate_statistics(["x = 1", "x = "])
    array([[1., 1.],
           [0., 1.]])
    """
    return ranked_lists.counted([_compiles(program) for program in _programs(programs, "programs")])


def _compiles(program: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a warning is no refusal
        try:
            compile(program, "<program>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
            return False
    return True


def run_program(program: str, test: str, *, timeout: float = 3.0, memory: float | None = 512) -> Execution:
    """Run a Python program and then its test, in a process of their own with limits on time and memory.

    The process has the standard library, an empty folder and nothing to read from; what it prints is thrown away. It
    may neither write files nor start processes nor use the network, and it is ended at its limits. This protects from
    mistakes in programs that mean well. It is no sandbox: the process runs as you, on your machine, it can read what
    you can read, and a program written to get out will. Run programs of strangers in a virtual machine or a container
    that you can throw away.

    Parameters
    ----------
    program, test : str
        Sources. The test sees all names of the program; it fails by raising an exception, as `assert` does.
    timeout : float, default 3.0
        Seconds by the clock, for both together and the start of the interpreter.
    memory : float or None, default 512
        Megabytes, at least 64. None for no limit. Linux holds the process to it. Elsewhere its memory is looked at a
        hundred times per second, for which psutil has to be installed, as it is with Jupyter.

    Returns
    -------
    Execution
        ``passed``; ``outcome``: "passed", the name of the exception that was raised, "timeout", "memory", or "died"
        for a process that ended before its test did; ``seconds`` of processor time, nan where it was not told.

    Raises
    ------
    TypeError
        A program or test that is no string.
    ValueError
        A timeout that is not above 0; less memory than 64.
    RuntimeError
        A limit on memory that cannot be kept: not on Linux, and without psutil.

    References
    ----------
    Chen and others (2021), Evaluating large language models trained on code, arXiv:2107.03374, section 2.3.

    Examples
    --------
    >>> program = "def double(x): return x + x"
    >>> run_program(program, "assert double(4) == 8").passed
    True
    >>> run_program(program, "assert double(4) == 9").outcome
    'AssertionError'
    """
    for source, name in ((program, "program"), (test, "test")):
        if not isinstance(source, str):
            raise TypeError(f"{name} must be a string, the source of a Python program, got {source!r}")
    if memory is not None and not arguments.positive(memory, "memory") >= LEAST_MEMORY:
        raise ValueError(f"memory must be at least {LEAST_MEMORY} megabytes, or None for no limit, got {memory!r}")
    outcome, seconds = process.outcome(program, test, arguments.positive(timeout, "timeout"), memory)
    return Execution(outcome == "passed", outcome, seconds)


def execution_accuracy(programs: Any, tests: Any, *, timeout: float = 3.0, memory: float | None = 512) -> float:
    """Share of Python programs that pass their tests when they are run: functional correctness.

    Each is run as by `run_program`, which says what that protects from and what not.

    Parameters
    ----------
    programs, tests : lists of n strings
        One test for each program: source that is run after it and fails by raising an exception.
    timeout, memory
        As in `run_program`, for each program.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    TypeError
        Anything but lists of strings.
    ValueError
        Different numbers of programs and tests; limits as in `run_program`.

    References
    ----------
    Chen and others (2021), Evaluating large language models trained on code, arXiv:2107.03374, section 2.

    Examples
    --------
    >>> execution_accuracy(["def f(x): return x + 1", "def f(x): return x - 1"], ["assert f(1) == 2"] * 2)
    0.5
    """
    rows = execution_accuracy_statistics(programs, tests, timeout=timeout, memory=memory)
    return float(execution_accuracy_from_statistics(rows.sum(axis=0)))


def execution_accuracy_statistics(
    programs: Any, tests: Any, *, timeout: float = 3.0, memory: float | None = 512
) -> Statistics:
    """One row per program: (1 if it passes its test, 1).

    Parameters
    ----------
    programs, tests, timeout, memory
        As in `execution_accuracy`.

    Returns
    -------
    array of shape (n, 2)

    Examples
    --------
    >>> execution_accuracy_statistics(["x = 1", "x = 2"], ["assert x == 1"] * 2)
    array([[1., 1.],
           [0., 1.]])
    """
    programs, tests = _programs(programs, "programs"), _programs(tests, "tests")
    arguments.same_length(programs=programs, tests=tests)
    pairs = zip(programs, tests, strict=True)
    return ranked_lists.counted(
        [run_program(program, test, timeout=timeout, memory=memory).passed for program, test in pairs]
    )


def edit_similarity(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> float:
    """One minus the edit distance over the length of the longer text.

    Parameters
    ----------
    reference, hypothesis : two strings, or two lists of tokens
        Of strings every character counts, spaces too, unless `tokenize` splits them.
    tokenize : {"whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    float
        In [0, 1], higher is better: 1 if and only if the two are equal, 0 if they share nothing in one order. nan for
        two empty texts.

    Raises
    ------
    TypeError
        Anything but strings and lists of tokens; a string and a list.

    References
    ----------
    Levenshtein (1966), Binary codes capable of correcting deletions, insertions, and reversals, for the distance;
    Lu and others (2021), CodeXGLUE, for similarities of code, there by another formula.

    Examples
    --------
    >>> edit_similarity("x == 10", "x != 10")
    0.8571428571428572
    >>> edit_similarity(["x", "==", "10"], ["x", "!=", "10"])
    0.6666666666666667
    """
    reference, hypothesis = _of_one_kind(reference, "reference", hypothesis, "hypothesis")
    if isinstance(reference, str) and tokenize is None:
        tokenize = list  # its characters, spaces among them
    texts = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    longest = max(map(len, texts))
    (edits,), _ = edit_distances.of_texts(*([text] for text in texts))
    return float(1 - edits / longest) if longest else float("nan")


def _counts(n: Any, c: Any, k: Any) -> tuple[list[int], list[int], int]:
    """The checked counts, one of each per task: Python's whole numbers, of which combinations are never too many."""
    k = arguments.whole_number(k, "k", least=1)
    attempts, successes = _whole_numbers(n, "n"), _whole_numbers(c, "c")
    if not (np.isscalar(n) or np.isscalar(c)):
        arguments.same_length(n=attempts, c=successes)
    tried, passed = np.broadcast_arrays(attempts, successes)
    if k > tried.min():
        raise ValueError(f"k must be at most n, the number of attempts: got k={k} where n={tried.min()}; make more")
    if (wrong := (passed < 0) | (passed > tried)).any():
        i = int(wrong.argmax())
        raise ValueError(f"c must lie from 0 to n: got c={passed[i]} where n={tried[i]}")
    return tried.tolist(), passed.tolist(), k


def _whole_numbers(values: Any, name: str) -> NDArray[np.int64]:
    array = arguments.one_dimensional([values] if np.isscalar(values) else values, name, per="task")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be a whole number, or a sequence of one per task, got {values!r}")
    return array.astype(np.int64)


def _programs(values: Any, name: str) -> list[str]:
    programs = as_list(values, name, "strings, the sources of programs")
    for i, program in enumerate(programs):
        if not isinstance(program, str):
            raise TypeError(f"{name}[{i}] must be a string, the source of a program, got {program!r}")
    return programs


def _of_one_kind(reference: Any, name: str, hypothesis: Any, other: str) -> tuple[Any, Any]:
    """Two strings or two lists of tokens; a string and a list could never be equal."""
    if isinstance(reference, str) != isinstance(hypothesis, str):
        came = f"{type(reference).__name__} and {type(hypothesis).__name__}"
        raise TypeError(f"{name} and {other} must both be strings or both be lists of tokens, got {came}")
    if isinstance(reference, str):
        return reference, hypothesis
    return as_tokens(reference, name), as_tokens(hypothesis, other)


pass_at_k_from_statistics = pass_hat_k_from_statistics = ranked_lists.from_statistics
exact_match_from_statistics = compile_rate_from_statistics = ranked_lists.from_statistics
execution_accuracy_from_statistics = ranked_lists.from_statistics

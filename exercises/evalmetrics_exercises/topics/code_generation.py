"""Exercise of the chapter on generated programs. No student's program is run here: expressions are read as trees."""

import ast
import operator
import random
from collections.abc import Callable, Iterator
from math import comb, nan
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import edit_similarity, pass_at_k, pass_hat_k

from ..building import at_least, at_most, each_in, entry, is_whole, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "38_code_generation"
Counts = list[tuple[int, int]]

EXPRESSION = "(x + 1) * (x + 1)"
CHARACTERS = set("x0123456789()+-*/% ")
TRIED = range(-20, 21)
OPERATORS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def of_one_task(n: int, c: int, k: int) -> float:
    return pass_at_k(n, c, k) if k <= n else nan


def plug_in(n: int, c: int, k: int) -> float:
    return 1 - (1 - c / n) ** k


def mean(estimate: Callable[[int, int, int], float], attempts: list[int], passed: list[int], k: int) -> float:
    """The mean of an estimate over tasks."""
    return float(np.mean([estimate(n, c, k) for n, c in zip(attempts, passed, strict=True)]))


def tasks_with(most: int, k: st.SearchStrategy[int]) -> Inputs:
    """Attempts and passing ones of a few tasks, at least k attempts each and at most so many more."""

    def with_k(k: int) -> Inputs:
        attempts = st.lists(st.integers(k, k + most), min_size=1, max_size=8)
        return attempts.flatmap(
            lambda each: st.fixed_dictionaries(
                {
                    "attempts": st.just(each),
                    "passed": st.tuples(*(st.integers(0, n) for n in each)).map(list),
                    "k": st.just(k),
                }
            )
        )

    return k.flatmap(with_k)


def benchmark(tasks: int, k: int, least: int, most: int, share: float) -> Arguments:
    """So many tasks with at least k attempts each, of which up to this share passes."""
    source = random.Random(f"{tasks} tasks, {k} attempts")
    attempts = [source.randint(least, most) for _ in range(tasks)]
    return {"attempts": attempts, "passed": [source.randint(0, int(share * n)) for n in attempts], "k": k}


def few_or_nearly(n: int, least: int) -> st.SearchStrategy[int]:
    """Any number from the least to n, often close to one of them."""
    near = st.integers(0, min(3, n - least))
    return st.integers(least, n) | near.map(lambda more: least + more) | near.map(lambda less: n - less)


POSSIBLE: Inputs = (st.integers(1, 12) | st.integers(13, 300)).flatmap(
    lambda n: st.fixed_dictionaries({"n": st.just(n), "c": few_or_nearly(n, 0), "k": few_or_nearly(n, 1)})
)
TOO_FEW: Inputs = st.integers(1, 8).flatmap(
    lambda n: st.fixed_dictionaries({"n": st.just(n), "c": st.integers(0, n), "k": st.integers(n + 1, n + 6)})
)


def draw(source: random.Random) -> Counts:
    """Three tasks: attempts and passing ones."""
    return [(n, source.randint(1, n - 3)) for n in source.sample(range(5, 14), 3)]


def scores(counts: Counts) -> dict[str, float]:
    attempts, passed = map(list, zip(*counts, strict=True))
    return {
        "pass_at_2": pass_at_k(attempts, passed, 2),
        "pass_at_3": pass_at_k(attempts, passed, 3),
        "pass_hat_2": pass_hat_k(attempts, passed, 2),
        "plug_in_2": mean(plug_in, attempts, passed, 2),
    }


def put_back(counts: Counts) -> dict[str, float]:
    attempts, passed = map(list, zip(*counts, strict=True))
    return scores(counts) | {
        "pass_at_2": mean(plug_in, attempts, passed, 2),
        "pass_at_3": mean(plug_in, attempts, passed, 3),
        "pass_hat_2": mean(lambda n, c, k: (c / n) ** k, attempts, passed, 2),
    }


def pooled(counts: Counts) -> dict[str, float]:
    attempts, passed = map(sum, zip(*counts, strict=True))
    return scores([(attempts, passed)])


def counts_in(value: Any, name: str, attempts: int, least: int) -> list[int]:
    """Passing attempts of at least so many tasks: whole numbers from 0 to the number of attempts."""
    counts = numbers_in(value, name, 0, attempts, least)
    if any(count != int(count) for count in counts) or len(counts) > 1000:
        raise ValueError(f"{name} must hold whole numbers, for at most 1,000 tasks")
    return [int(count) for count in counts]


@just_fail(
    {"A": [10] * 5 + [0] * 5, "B": [3] * 10},
    {"A": [5] * 10, "B": [3] * 10},
    {"A": [10] * 5 + [1] + [0] * 4, "B": [5] * 10},
    {"A": [10] * 5 + [1] + [0] * 4, "B": [1] * 10},
)
def curves_that_cross(answer: Any) -> Iterator[Condition]:
    """Two systems, ten attempts a task: one better at the first, the other in five."""
    a, b = each_in(answer, "AB", counts_in, 10, 8)
    yield Condition("as many tasks for A as for B", f"{len(a)} and {len(b)}", len(a) == len(b))
    solved = sum(each > 0 for each in a)
    yield Condition("A solves more than half of the tasks at least once", f"{solved} of {len(a)}", 2 * solved > len(a))
    yield at_least("pass@1 of A minus that of B", pass_at_k(10, a, 1) - pass_at_k(10, b, 1), 0.1)
    yield at_least("pass@5 of B minus that of A", pass_at_k(10, b, 5) - pass_at_k(10, a, 5), 0.2)


def value_of(node: ast.AST, x: int) -> int:
    """The value of an expression made of x, whole numbers, brackets and five operators; ValueError for any other."""
    match node:
        case ast.Name(id="x"):
            return x
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -value_of(operand, x)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return value_of(operand, x)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](value_of(left, x), value_of(right, x))
    raise ValueError("an expression may hold x, whole numbers, brackets and + - * // %, nothing else")


def expression(text: Any, name: str) -> str:
    """An expression as it was asked for; blanks, however many, are one."""
    if not isinstance(text, str) or not 1 <= len(text) <= len(EXPRESSION):
        raise ValueError(f"{name} must be an expression of at most {len(EXPRESSION)} characters, as a string")
    if set(text) - CHARACTERS or "0x" in text:
        raise ValueError(f"{name} may hold x, whole numbers, brackets, blanks and + - * // %, nothing else")
    return " ".join(text.split())


def values(text: str, name: str) -> list[int | None]:
    """What an expression gives for each of the numbers tried; None where it divides by 0."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{name} must be an expression that Python can read") from None
    found: list[int | None] = []
    for x in TRIED:
        try:
            found.append(value_of(tree, x))
        except ZeroDivisionError:
            found.append(None)
    return found


@just_fail(
    {"right": "(x+1)*(x+1)", "wrong": "(x + 1) * (x - 1)"},
    {"right": "x*(x+2)+1", "wrong": "(x + 1) * (1 + x)"},
    {"right": "x*(x+2)+2", "wrong": "(x + 1) * (x - 1)"},
    {"right": "x**2+2*x+1", "wrong": "(x + 1) * (x - 1)"},
    {"right": "(x+1)*\n(x+1)", "wrong": "(x + 1) * (x - 1)"},
    {"right": "(x+1)*(x+1)#aaaa", "wrong": "(x + 1) * (x - 1)"},
    {"right": "(x+1)\t*\t(x+1)", "wrong": "(x + 1) * (x - 1)"},
    {"right": "(1+x)*(1+x)\t\t\t\t", "wrong": "(x + 1) * (x - 1)"},
    {"right": "   (x+1)*(x+1)", "wrong": "(x + 1) * (x - 1)"},
)
def alike_and_not(answer: Any) -> Iterator[Condition]:
    """A right expression unlike the reference, and a wrong one like it."""
    right, wrong = each_in(answer, ("right", "wrong"), expression)
    wanted, of_right, of_wrong = values(EXPRESSION, "the reference"), values(right, "right"), values(wrong, "wrong")
    agree = [sum(a == b for a, b in zip(wanted, found, strict=True)) for found in (of_right, of_wrong)]
    n = len(wanted)
    yield Condition(f"right: the same value for all {n} numbers", f"{agree[0]} of {n}", agree[0] == n)
    another = ast.dump(ast.parse(right)) != ast.dump(ast.parse(EXPRESSION))
    yield Condition(
        "right: another expression, not the reference with other blanks", "yes" if another else "no", another
    )
    yield at_most("right: edit similarity", edit_similarity(EXPRESSION, right), 0.3)
    yield Condition("wrong: the same value for at most five numbers", f"{agree[1]} of {n}", agree[1] <= 5)
    yield at_least("wrong: edit similarity", edit_similarity(EXPRESSION, wrong), 0.9)


@just_fail(
    {"n": 10, "k": 5, "passed": [3] * 10},
    {"n": 10, "k": 4, "passed": [1] * 10},
    {"n": 20, "k": 10, "passed": [2] * 10},
    {"n": 4, "k": 5, "passed": [1] * 10},
)
def one_right_attempt(answer: Any) -> Iterator[Condition]:
    """A high pass@k with hardly more than one right program among k."""
    n, k, passed = entry(answer, "n", "k", "passed")
    for value, name in ((n, "n"), (k, "k")):
        if not is_whole(value) or isinstance(value, bool) or not 1 <= value <= 1000:
            raise ValueError(f"{name} must be a whole number from 1 to 1,000")
    n, k = int(n), int(k)
    counts = counts_in(passed, "passed", n, 10)
    yield Condition("at least 5 attempts allowed, and no more than were made", f"k={k}, n={n}", 5 <= k <= n)
    yield at_least("pass@k", pass_at_k(n, counts, k) if k <= n else nan, 0.95)
    yield at_most("right programs among k attempts, on average", k * sum(counts) / (n * len(counts)), 1.1)


LARGE: Arguments = {"attempts": [200], "passed": [3], "k": 20}  # products that whole numbers of 64 bits do not hold

BY_HAND: Ideas = {
    "attempts put back after they were drawn": put_back,
    "all attempts in one pot: take the mean over tasks": pooled,
}


TASKS = (
    Implement(
        name="pass_at_k_of",
        minutes=15,
        reference=of_one_task,
        examples=({"n": 10, "c": 3, "k": 5},),
        parts={
            "enough attempts": Part(
                POSSIBLE,
                2,
                {"n": 1, "c": 0, "k": 1},
                {"n": 4, "c": 1, "k": 4},
                {"n": 20, "c": 2, "k": 15},
                {"n": 400, "c": 1, "k": 1},
                {"n": 2000, "c": 1, "k": 1},
                {"n": 1500, "c": 700, "k": 2},
                {"n": 300, "c": 2, "k": 296},
            ),
            "fewer attempts than k, and very many": Part(
                TOO_FEW,
                1,
                {"n": 5, "c": 0, "k": 6},
                {"n": 5, "c": 5, "k": 9},
                {"n": 1500, "c": 2, "k": 700},
                {"n": 30, "c": 9, "k": 31},
            ),
        },
        wrong_ideas={
            "the plug-in, c/n for the probability: it is too low on average": plug_in,
            "pass@1: it does not depend on k": lambda n, c, k: c / n,
            "the probability that all k pass": lambda n, c, k: comb(c, k) / comb(n, k),
            "the probability that all k fail": lambda n, c, k: comb(n - c, k) / comb(n, k),
        },
    ),
    Implement(
        name="benchmark_score",
        minutes=10,
        reference=lambda attempts, passed, k: pass_at_k(attempts, passed, k),
        examples=({"attempts": [10, 10, 5], "passed": [3, 10, 0], "k": 5},),
        parts={
            "any tasks": Part(
                tasks_with(6, st.integers(1, 6)) | tasks_with(60, st.integers(1, 40)),
                2,
                {"attempts": [6, 3], "passed": [1, 0], "k": 2},
                {"attempts": [3, 4], "passed": [0, 0], "k": 1},
                {"attempts": [4] * 8, "passed": [1] * 8, "k": 3},
                {"attempts": [5] * 10 + [6, 20], "passed": [1] * 10 + [5, 17], "k": 2},
                LARGE,
                benchmark(14, 1, 5, 20, 0.9),
                benchmark(20, 5, 5, 40, 0.5),
                benchmark(25, 9, 10, 12, 0.2),
                {"attempts": [100] * 12, "passed": [0] * 11 + [3], "k": 1},
                {"attempts": [600] * 12, "passed": [0] * 10 + [1, 2], "k": 1},
            )
        },
        wrong_ideas={
            "all attempts in one pot: take the mean over tasks": lambda attempts, passed, k: of_one_task(
                sum(attempts), sum(passed), k
            ),
            "the plug-in, task by task": lambda attempts, passed, k: mean(plug_in, attempts, passed, k),
            "the share of tasks with a passing attempt": lambda attempts, passed, k: float(
                np.mean([c > 0 for c in passed])
            ),
            "a sum in place of a mean": lambda attempts, passed, k: len(passed) * pass_at_k(attempts, passed, k),
        },
    ),
    ByHand(name="attempts_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="curves_that_cross", minutes=15, points=4, conditions=curves_that_cross),
    Build(name="alike_and_not", minutes=10, points=3, conditions=alike_and_not),
    Refute(name="one_right_attempt", minutes=10, points=3, conditions=one_right_attempt),
    Argue(name="which_k", minutes=20, points=4),
)

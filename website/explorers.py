"""Explorers that teach most, as what `moving.js` draws on a page: where they start, and the numbers that they need."""

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib

from . import ROOT


def as_page(cells: list[str]) -> str | None:
    """What stands on a page for the last of these cells; None where it is no explorer that the page can draw."""
    statements = needed(cells)
    call = statements.body[-1].value  # type: ignore[attr-defined]
    kind = call.func.attr.removeprefix("explore_")
    if kind not in DRAWN:
        return None
    options = ast.Dict([ast.Constant(own.arg) for own in call.keywords], [own.value for own in call.keywords])
    positional, named = value(ast.Tuple([ast.List(call.args, ast.Load()), options], ast.Load()), statements)
    start, data = DRAWN[kind](*positional, **named)
    told = json.dumps({"kind": kind, "start": start, "data": data}).replace("<", "\\u003c")
    return f'<div class="explorer moving"><output></output><script type="application/json">{told}</script></div>'


def needed(cells: list[str]) -> ast.Module:
    """The last statement of the last cell, after those of all cells that it needs."""
    *before, last = (statement for cell in cells for statement in ast.parse(cell).body)
    found, wanted = [last], names_in(last)
    for statement in reversed(before):
        if made_by(statement) & wanted:
            found.insert(0, statement)
            wanted |= names_in(statement)
    return ast.Module(found, [])


def value(expression: ast.expr, statements: ast.Module) -> Any:
    """What an expression is, after all statements but the last."""
    names: dict[str, Any] = {}
    exec(compile(ast.Module(statements.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.fix_missing_locations(ast.Expression(expression)), "cell", "eval"), names)


Start = tuple[list[float], dict[str, Any]]  # of sliders, and what they move


def of_prevalence(sensitivity: float, specificity: float, prevalence: float = 0.1) -> Start:
    """Where the sliders start, and no data."""
    return [prevalence, sensitivity, specificity], {}


def of_threshold(y_true: Any, y_score: Any, threshold: float = 0.5, cost_of_miss: float = 1.0) -> Start:
    """The threshold, and every example's label and score."""
    examples = {"truth": list(map(int, y_true)), "score": list(map(float, y_score))}
    return [threshold], examples | {"cost_of_miss": cost_of_miss}


def of_resampling(metric: Any, *samples: Any, **_: Any) -> Start:
    """All examples, 500 resamples, the first of them; which examples are right, since the score is accuracy."""
    right = [int(truth == said) for truth, said in zip(*samples, strict=True)]
    if metric(*samples) != sum(right) / len(right):
        raise ValueError("the explorer of resampling in a page draws accuracy alone")
    return [len(right), 500, 1], {"right": right}


def of_kappa(accuracy: float = 0.9, prevalence: float = 0.5) -> Start:
    """Where the sliders start, and no data."""
    return [prevalence, accuracy], {}


DRAWN = {"prevalence": of_prevalence, "threshold": of_threshold, "resampling": of_resampling, "kappa": of_kappa}


@cache
def package() -> str:
    """A digest of everything that numbers and pictures come from: both packages with their data, and this file."""
    folders = (ROOT / "evalmetrics", ROOT / "book")
    files = sorted(p for folder in folders for p in folder.rglob("*") if p.is_file() and p.suffix != ".pyc")
    files.append(Path(__file__))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest() + matplotlib.__version__


def names_in(statement: ast.stmt) -> set[str]:
    """The names that a statement uses."""
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def made_by(statement: ast.stmt) -> set[str]:
    """The names to which a statement gives a value, or a part of one."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in statement.names}
    if isinstance(statement, ast.FunctionDef):
        return {statement.name}
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    return {node.id for target in targets if target for node in ast.walk(target) if isinstance(node, ast.Name)}

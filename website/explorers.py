"""Explorers that move on a page without a kernel: a table of states, each as the package computes and draws it."""

import ast
import hashlib
import io
import json
import shutil
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import matplotlib
from PIL import Image

from . import ROOT

KEPT = ROOT / "build" / "website" / "explorers"  # a folder for each that was drawn: drawing all takes a minute or two

STOPS = {1: [17], 2: [9, 6]}  # of each slider, by how many there are; where it starts comes on top
COLOURS = 64  # of a picture; lines and letters need no more


def as_page(cells: list[str], folder: Path) -> str | None:
    """What stands on a page for the last of these cells, an explorer; None where it has more than sliders.

    Pictures go into `folder`, a file a state, and are loaded when somebody moves a slider there.
    """
    statements = needed(cells)
    if (moving := drawn_in_the_page(statements)) is not None:
        return moving
    kept = KEPT / hashlib.sha256((ast.unparse(statements) + package()).encode()).hexdigest()
    if not (kept / "states.json").exists():
        kept.mkdir(parents=True, exist_ok=True)
        states = table(run(statements), kept)
        (kept / "states.json").write_text(json.dumps(states), encoding="utf-8")
    states = json.loads((kept / "states.json").read_text(encoding="utf-8"))
    if states is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    for picture in kept.glob("*.png"):
        shutil.copy(picture, folder)
    return markup(*states, folder.name if (folder / "0.png").exists() else None)


def table(box: Any, folder: Path) -> tuple[dict[str, list[float]], list[int], list[str]] | None:
    """Where each slider stops and where it starts, and what is said at each state; pictures go into `folder`."""
    sliders = [child for child in box.children if hasattr(child, "step")]
    told = next((child for child in box.children if type(child) is widgets.HTML), None)
    pictures = [child for child in box.children if type(child) is widgets.Image]
    if told is None or len(box.children) != len(sliders) + 1 + len(pictures):
        return None
    stops = [positions(s, count) for s, count in zip(sliders, STOPS[len(sliders)], strict=True)]
    start = [values.index(s.value) for s, values in zip(sliders, stops, strict=True)]
    said = []
    for values in product(*stops):
        for slider, value in zip(sliders, values, strict=True):
            slider.value = value
        for picture in pictures:
            store(picture.value, folder / f"{len(said)}.png")
        said.append(told.value)
    return {slider.description: values for slider, values in zip(sliders, stops, strict=True)}, start, said


def needed(cells: list[str]) -> ast.Module:
    """The last statement of the last cell, after those of all cells that it needs."""
    *before, last = (statement for cell in cells for statement in ast.parse(cell).body)
    found, wanted = [last], names_in(last)
    for statement in reversed(before):
        if made_by(statement) & wanted:
            found.insert(0, statement)
            wanted |= names_in(statement)
    return ast.Module(found, [])


def run(statements: ast.Module) -> Any:
    """The explorer that the last statement makes."""
    return value(statements.body[-1].value, statements)  # type: ignore[attr-defined]


def value(expression: ast.expr, statements: ast.Module) -> Any:
    """What an expression is, after all statements but the last."""
    names: dict[str, Any] = {}
    exec(compile(ast.Module(statements.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.fix_missing_locations(ast.Expression(expression)), "cell", "eval"), names)


def drawn_in_the_page(statements: ast.Module) -> str | None:
    """The explorers that teach most, as what `moving.js` draws: where they start, and the numbers that they need."""
    call = statements.body[-1].value  # type: ignore[attr-defined]
    kind = call.func.attr.removeprefix("explore_")
    if kind not in DRAWN:
        return None
    options = ast.Dict([ast.Constant(own.arg) for own in call.keywords], [own.value for own in call.keywords])
    positional, named = value(ast.Tuple([ast.List(call.args, ast.Load()), options], ast.Load()), statements)
    start, data = DRAWN[kind](*positional, **named)
    told = json.dumps({"kind": kind, "start": start, "data": data}).replace("<", "\\u003c")
    return f'<div class="explorer moving"><output></output><script type="application/json">{told}</script></div>'


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


def positions(slider: Any, count: int) -> list[float]:
    """Where a slider stops on the page: evenly from end to end, and where it starts."""
    reach = (slider.max - slider.min) / slider.step
    steps = [min(slider.min + slider.step * round(reach * k / (count - 1)), slider.max) for k in range(count)]
    values = [slider.base**step for step in steps] if hasattr(slider, "base") else steps
    return sorted({*(round(value, 9) for value in values), slider.value})


def store(drawn: Any, path: Path) -> None:
    """Keep a picture, in few colours."""
    Image.open(io.BytesIO(bytes(drawn))).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path)


def markup(stops: dict[str, list[float]], start: list[int], said: list[str], folder: str | None) -> str:
    """The sliders, what they say and what they show; a state's number counts with the last slider as its units."""
    at = 0
    for values, position in zip(stops.values(), start, strict=True):
        at = at * len(values) + position
    sliders = "".join(
        f'<label><span>{escape(name)}</span> <input type="range" min="0" max="{len(values) - 1}" step="1" '
        f'value="{position}"> <span class="at">{values[position]:.3g}</span></label>'
        for (name, values), position in zip(stops.items(), start, strict=True)
    )
    image = f'<img src="explorers/{folder}/{at}.png" alt="{escape(said[at])}">' if folder else ""
    told = json.dumps({"stops": list(stops.values()), "said": said}).replace("<", "\\u003c")
    return (
        f'<div class="explorer">{sliders}<output>{escape(said[at])}</output>{image}'
        f'<script type="application/json">{told}</script></div>'
    )

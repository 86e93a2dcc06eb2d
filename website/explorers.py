"""Explorers that move on a page without a kernel: a table of states, each as the package computes and draws it."""

import ast
import json
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

import evalmetrics as em

STATES = 17  # of the first slider; the others stay where they start


def as_page(source: str, folder: Path) -> str | None:
    """What stands on a page for a cell that ends in an explorer; None where it needs what other cells made.

    Pictures go into `folder`, a file a state, and are loaded when somebody moves the slider there.
    """
    box = run(source)
    if box is None or not hasattr(box.children[0], "step"):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    slider, numbers = box.children[0], next(child for child in box.children if type(child) is widgets.HTML)
    picture = [child for child in box.children if type(child) is widgets.Image]
    start, states = slider.value, []
    for value in positions(slider):
        slider.value = value
        states.append({"at": slider.value, "said": numbers.value})
        if picture:
            (folder / f"{len(states) - 1}.png").write_bytes(bytes(picture[0].value))
    return markup(
        slider.description, states, [state["at"] for state in states].index(start), folder.name if picture else None
    )


def run(source: str) -> Any:
    """The explorer that a cell makes on its own, or None."""
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr) or "explore_" not in ast.unparse(last):
        return None
    names = {"em": em}
    try:
        exec(compile(ast.Module(before, []), "cell", "exec"), names)
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    except NameError:
        return None


def positions(slider: Any) -> list[float]:
    """Where the slider stops on the page: evenly from end to end, and where it starts."""
    reach = (slider.max - slider.min) / slider.step
    steps = [slider.min + slider.step * round(reach * k / (STATES - 1)) for k in range(STATES)]
    values = [slider.base**step for step in steps] if hasattr(slider, "base") else steps
    return sorted({*(round(value, 9) for value in values), slider.value})


def markup(name: str, states: list[dict[str, Any]], start: int, folder: str | None) -> str:
    """The slider, what it says and what it shows."""
    said = escape(states[start]["said"])
    image = f'<img src="explorers/{folder}/{start}.png" alt="{said}">' if folder else ""
    told = json.dumps(states).replace("<", "\\u003c")
    return (
        f'<div class="explorer"><label>{escape(name)} <input type="range" min="0" max="{len(states) - 1}" step="1" '
        f'value="{start}"></label> <output>{said}</output>{image}'
        f'<script type="application/json">{told}</script></div>'
    )

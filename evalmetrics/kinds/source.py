"""What notebooks use to read from the package: the source of a definition, complete enough to be pasted and run."""

import ast
import dis
import importlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .base import kind_of
from .help_pages import described_by

SAME_EVERYWHERE = {"np", "pd", "__file__", "__name__", "__package__"}  # every notebook, or every module, has them


@dataclass(frozen=True)
class Source:
    """Python source that a notebook shows with its colours."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```"


@described_by()
def show_source(*functions: Callable[..., Any]) -> Source:
    """The code of definitions as it stands in the package, with all that it calls; docstrings are left out.

    *functions : metrics, or other functions or classes written in Python
        What to show. Of a metric, the function that makes its counts comes first, then the definition that scores
        them, without the decorator that makes a metric of it. It runs when pasted, on numbers and arrays, where NumPy
        is imported as np. Any other function or class is shown with what it calls, as a text to read.

    -> Source
        A notebook shows it as highlighted code.

    >>> from evalmetrics import accuracy
    >>> show_source(accuracy)
    def accuracy(cells):
        return cells.trace() / cells.sum((0, 1))
    """
    shown: dict[str, str] = {}
    for function in functions:
        for part in _parts_of(function):
            _add(part, shown)
    imports = [text for text in shown.values() if text.startswith(("from ", "import "))]
    others = [text for text in shown.values() if text not in imports]
    return Source("\n\n".join(["\n".join(sorted(imports))] * bool(imports) + others))


def _parts_of(thing: Any) -> list[Any]:
    """What is shown of a metric; any other function or class itself."""
    kind = kind_of(thing)
    return [thing] if kind is None else kind.shown


def _add(thing: Any, shown: dict[str, str]) -> None:
    name = getattr(thing, "__name__", "")
    if name in shown:
        return
    text = _without_docstrings(thing)
    shown[name] = ""  # it may call itself
    for used, value in _used(thing, text):
        if used in SAME_EVERYWHERE or used in shown:
            continue
        if isinstance(value, ModuleType):
            shown[used] = f"import {value.__name__}" + (f" as {used}" if used != value.__name__ else "")
        elif callable(value) and not str(getattr(value, "__module__", "")).startswith("evalmetrics"):
            # SciPy's compiled functions do not say where they are from, and the types of functions say it wrongly.
            home = getattr(value, "__module__", None) or "scipy.special"
            home = "types" if home == "builtins" else home
            shown[used] = f"from {home} import {used}"
        elif callable(value):
            for part in _parts_of(value):
                _add(part, shown)
        else:
            shown[used] = _assignment(sys.modules[thing.__module__], used)
    del shown[name]
    shown[name] = text


def _used(thing: Any, text: str) -> Iterator[tuple[str, Any]]:
    """The global names that a function uses, in its code or as defaults, and what they stand for."""
    function = inspect.unwrap(thing)
    if isinstance(function, FunctionType):
        for name in (*_names_in_defaults(text), *_globals_of(function.__code__)):
            if name in function.__globals__:
                yield name, function.__globals__[name]


def _names_in_defaults(text: str) -> Iterator[str]:
    arguments = ast.parse(text).body[0].args  # type: ignore[attr-defined]
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None:
            yield from (node.id for node in ast.walk(default) if isinstance(node, ast.Name))


def _globals_of(code: CodeType) -> Iterator[str]:
    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_of(constant)


def _assignment(module: ModuleType, name: str) -> str:
    """The line that gives a module's constant its value, there or where it is imported from."""
    source = inspect.getsource(module)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and any(imported.name == name for imported in node.names):
            home = importlib.import_module("." * node.level + str(node.module), module.__package__)
            ours = home.__name__.startswith("evalmetrics")
            return _assignment(home, name) if ours else f"from {home.__name__} import {name}"
        targets: list[Any] = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return f"{name} = {ast.get_source_segment(source, node.value)}"  # type: ignore[attr-defined]
        several = {each.id for target in targets if target for each in ast.walk(target) if isinstance(each, ast.Name)}
        if name in several:  # a statement that gives several constants their values
            return str(ast.get_source_segment(source, node))
    raise TypeError(f"{module.__name__}.{name} cannot be shown: it is not written as a constant")


def _without_docstrings(thing: Any) -> str:
    """The source of a function or class without docstrings, and without the decorators that make a metric of it."""
    try:
        thing = inspect.unwrap(thing)
        source = textwrap.dedent(inspect.getsource(thing))
        node: Any = ast.parse(source).body[0]
        names = getattr(thing, "__globals__", None) or vars(sys.modules[thing.__module__])
    except (TypeError, OSError, SyntaxError, AttributeError, KeyError):
        node = None
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        raise TypeError(f"functions must be functions or classes written in Python, got {thing!r}")
    kept = dict(enumerate(source.splitlines(), 1))
    left_out = [d for d in node.decorator_list if _is_of_this_package(d, names)]
    for line in [line for d in left_out for line in range(d.lineno, (d.end_lineno or d.lineno) + 1)]:
        kept.pop(line, None)
    for inner in ast.walk(node):
        if isinstance(inner, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(inner) is not None:
            last = inner.body[0].end_lineno or 0
            end = last if kept.get(last + 1, "").strip() else last + 1  # the blank line after it goes too
            for line in range(inner.body[0].lineno, end + 1):
                kept.pop(line, None)
            if len(inner.body) == 1:
                kept[last] = " " * inner.body[0].col_offset + "..."
    return "\n".join(kept[line] for line in sorted(kept)).rstrip()


def _is_of_this_package(decorator: Any, names: Any) -> bool:
    while isinstance(decorator, ast.Call | ast.Attribute):
        decorator = decorator.func if isinstance(decorator, ast.Call) else decorator.value
    made_by = getattr(names.get(decorator.id), "__module__", "") or getattr(names.get(decorator.id), "__name__", "")
    return str(made_by).startswith("evalmetrics")

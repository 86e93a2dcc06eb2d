"""What notebooks use to read from the package: the source of a definition, without its docstring."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Source:
    """Python source that a notebook shows with its colours."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```"


def show_source(*functions: Callable[..., Any]) -> Source:
    """The code of functions as it stands in the package, docstrings left out.

    Parameters
    ----------
    *functions : functions or classes written in Python
        What to show, in this order.

    Returns
    -------
    Source
        A notebook shows it as highlighted code.

    Raises
    ------
    TypeError
        Something without Python source.

    Examples
    --------
    >>> from evalmetrics import f1_score
    >>> show_source(f1_score)
    def f1_score(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
        return f_score(cm, beta=1.0, zero_division=zero_division)
    """
    return Source("\n\n".join(map(_without_docstrings, functions)))


def _without_docstrings(function: Callable[..., Any]) -> str:
    try:
        source = textwrap.dedent(inspect.getsource(function)).rstrip()
        tree = ast.parse(source)
    except (TypeError, OSError, SyntaxError):
        tree = ast.Module([], [])
    if not tree.body or not isinstance(tree.body[0], ast.FunctionDef | ast.ClassDef):
        raise TypeError(f"functions must be functions or classes written in Python, got {function!r}")
    lines = dict(enumerate(source.splitlines(), 1))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            last = node.body[0].end_lineno or 0
            end = last if lines.get(last + 1, "").strip() else last + 1  # the blank line after it goes too
            for line in range(node.body[0].lineno, end + 1):
                lines.pop(line, None)
    return "\n".join(lines.values())

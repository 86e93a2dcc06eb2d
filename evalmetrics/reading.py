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
    return Source("\n\n".join(map(_without_docstring, functions)))


def _without_docstring(function: Callable[..., Any]) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    lines = source.rstrip().splitlines()
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef | ast.ClassDef)
    first = definition.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(line for i, line in enumerate(lines) if line.strip() or i != first.lineno - 1)

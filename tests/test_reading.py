"""Notebooks show the package's own code: everything of it but its docstrings."""

import ast
import functools
import inspect

import numpy as np
import pytest

from evalmetrics import Interval, accuracy, book_style, f1_score, f_score, recall, show_source


class Example:
    """A class with docstrings inside and a comment."""

    def method(self):
        """What it does."""

        # Why it does it.
        text = """not a docstring"""

        return text

    def plain(self):
        return 1


SHOWN = '''class Example:
    def method(self):
        # Why it does it.
        text = """not a docstring"""

        return text

    def plain(self):
        return 1'''


def docstrings(source):
    """All docstrings in a piece of source."""
    kinds = ast.Module, ast.ClassDef, ast.FunctionDef
    return [ast.get_docstring(node) for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


@pytest.mark.parametrize("function", [accuracy, f1_score, recall, f_score, Interval, book_style, show_source])
def test_docstrings_are_dropped_and_code_is_kept(function):
    shown = show_source(function).text
    assert not any(docstrings(shown))
    assert any(docstrings(inspect.getsource(function)))
    kept, original = (
        [line for line in text.splitlines() if line.strip()] for text in (shown, inspect.getsource(function))
    )
    assert kept[0] == original[0]
    assert kept[-1] == original[-1]
    assert set(kept) <= set(original)


def test_comments_strings_and_blank_lines_inside_the_code_are_kept():
    assert show_source(Example).text == SHOWN
    assert show_source(Example.method).text.splitlines()[0] == "def method(self):"


def test_several_functions_are_shown_in_the_order_given():
    shown = show_source(recall, accuracy).text
    assert shown == f"{show_source(recall)}\n\n{show_source(accuracy)}"


def test_a_notebook_shows_highlighted_python():
    shown = show_source(accuracy)
    assert repr(shown) == shown.text
    assert shown._repr_markdown_() == f"```python\n{shown.text}\n```"


@pytest.mark.parametrize("thing", [len, "accuracy", None, 3, np, np.exp, functools.partial(f_score, beta=2)])
def test_what_has_no_python_source_is_named(thing):
    with pytest.raises(TypeError, match="functions must be functions or classes written in Python, got "):
        show_source(thing)


def test_a_function_typed_into_a_prompt_has_no_source():
    scope = {}
    exec("def typed(): return 1", scope)
    with pytest.raises(TypeError, match="written in Python, got <function typed"):
        show_source(scope["typed"])

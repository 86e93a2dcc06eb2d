"""Notebooks show the package's own code: everything of it but its docstrings."""

import ast
import inspect

import numpy as np
import pytest

import evalmetrics
import evalmetrics_book
from evalmetrics import (
    Interval,
    accuracy,
    confusion_matrix,
    corpus_meteor,
    f1_score,
    f_score,
    plot_confusion_matrix,
    plot_style,
    porter,
    r2,
    recall,
    show_source,
)


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


@pytest.mark.parametrize("function", [accuracy, recall, f_score, f1_score, Interval, plot_confusion_matrix])
def test_docstrings_are_dropped_and_code_is_kept(function):
    shown, original = show_source(function).text, inspect.getsource(getattr(function, "definition", function))
    assert not any(docstrings(shown))
    assert any(docstrings(original))
    own = f"{'class' if inspect.isclass(function) else 'def'} {function.__name__}("
    code, kept = ([line for line in text.splitlines() if line.strip()] for text in (original, shown))
    kept = kept[next(i for i, line in enumerate(kept) if line.startswith(own.rstrip("("))) :]
    assert kept[-1] == code[-1]
    assert set(kept) <= set(code)


def test_only_the_decorators_that_make_a_metric_are_left_out():
    assert "@contextmanager" in show_source(plot_style).text
    assert "@" not in show_source(f_score, confusion_matrix).text


def test_what_a_function_calls_is_shown_before_it():
    assert show_source(plot_style).text.startswith("import matplotlib.pyplot as plt\n")
    shown = show_source(r2).text
    assert shown.index("def spread") < shown.index("def r2")


def test_what_is_computed_otherwise_is_shown_as_it_is_defined():
    assert show_source(porter).text.startswith("def porter(token):\n    from nltk")
    assert "def porter(token):" in show_source(corpus_meteor).text, "a default"


def test_comments_strings_and_blank_lines_inside_the_code_are_kept():
    assert show_source(Example).text == SHOWN
    assert show_source(Example.method).text.splitlines()[0] == "def method(self):"


def test_a_notebook_shows_highlighted_python():
    shown = show_source(accuracy)
    assert repr(shown) == shown.text
    assert shown._repr_markdown_() == f"```python\n{shown.text}\n```"


@pytest.mark.parametrize("thing", [len, "accuracy", None, 3, np, np.exp])
def test_what_has_no_python_source_is_named(thing):
    with pytest.raises(TypeError, match="functions must be functions or classes written in Python, got "):
        show_source(thing)


def test_a_function_typed_into_a_prompt_has_no_source():
    scope = {}
    exec("def typed(): return 1", scope)
    with pytest.raises(TypeError, match="written in Python, got <function typed"):
        show_source(scope["typed"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("package", [evalmetrics, evalmetrics_book])
def test_every_public_callable_is_shown(package):
    for name in dir(package):
        assert ast.parse(show_source(getattr(package, name)).text).body, name

"""The examples in the package's docstrings run and show what they say."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import evalmetrics

FLAGS = doctest.NORMALIZE_WHITESPACE
MODULES = [
    import_module(module.name)
    for module in pkgutil.walk_packages(evalmetrics.__path__, "evalmetrics.")
    if not module.name.endswith("__main__")
]
EXAMPLES = [test for module in MODULES for test in doctest.DocTestFinder().find(module) if test.examples]


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name.removeprefix("evalmetrics."))
def test_examples_show_what_they_say(test):
    said = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
    assert result.failed == 0, "".join(said)


def test_every_public_function_has_an_example():
    shown = {test.name.rpartition(".")[2] for test in EXAMPLES}
    names = [name for name in dir(evalmetrics) if name[0].islower()]
    assert {getattr(evalmetrics, name).__name__ for name in names} <= shown

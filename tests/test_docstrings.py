"""The examples in the docstrings of both packages run and show what they say."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import evalmetrics
import evalmetrics_book

FLAGS = doctest.NORMALIZE_WHITESPACE
MODULES = [evalmetrics, evalmetrics_book] + [
    import_module(module.name)
    for package in (evalmetrics, evalmetrics_book)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    if not module.name.endswith("__main__")
]
EXAMPLES = [test for module in MODULES for test in doctest.DocTestFinder().find(module) if test.examples]


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name.removeprefix("evalmetrics."))
def test_examples_show_what_they_say(test):
    said = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("package", [evalmetrics, evalmetrics_book])
def test_every_public_function_has_an_example(package):
    shown = {test.name.rpartition(".")[2] for test in EXAMPLES}
    names = [name for name in dir(package) if name[0].islower()]
    assert {getattr(package, name).__name__ for name in names} <= shown


def test_examples_of_the_library_need_no_scenery():
    library = [test for test in EXAMPLES if test.name.startswith("evalmetrics.")]
    assert not [test.name for test in library if "evalmetrics_book" in test.docstring]

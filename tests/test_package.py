"""The package as a whole: light to import, complete to list, documented, consistent, short."""

import ast
import inspect
import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

import evalmetrics
import evalmetrics_book
from evalmetrics.kinds.base import kind_of
from evalmetrics.kinds.matrix import OfMatrix

from .book import stubs

SOURCE = Path(evalmetrics.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
PUBLIC = sorted(dir(evalmetrics))
NAMED = {**dict.fromkeys(dir(evalmetrics_book), evalmetrics_book), **dict.fromkeys(PUBLIC, evalmetrics)}
HEAVY = ("pandas", "scipy", "matplotlib", "sklearn", "nltk", "ipywidgets", "tqdm", "rapidfuzz")
LONGEST_MODULE = 260
LONGEST_BODY = 35  # with its signature and all its line breaks
# A parameter of a definition may follow the data by position; every other option is given by name.
OF_A_DEFINITION = {"beta", "n", "k", "level", "recall", "precision", "volume", "fpr", "probability", "changes", "sd"}
TRUTH_THEN_ANSWER = [
    ("y_true", "y_pred"),
    ("y_true", "y_score"),
    ("y_true", "y_prob"),
    ("reference", "hypothesis"),
    ("references", "hypothesis"),
    ("references", "hypotheses"),
    ("list_of_references", "hypotheses"),
    ("labels_true", "labels_pred"),
    ("truths", "detections"),
    ("sent", "received"),
]


def functions():
    return [name for name in sorted(NAMED) if inspect.isfunction(thing_of(name))]


def thing_of(name):
    """What a public name of the library or the book stands for."""
    return getattr(NAMED[name], name)


def of_the_book(name):
    """Whether a name measures something: it is no figure, no data, no tool, no way to make a metric."""
    package, _, module = thing_of(name).__module__.partition(".")
    tools = name == "score_table" or module in ("metric", "cards", "cards.search", "kinds.source")
    return package == "evalmetrics" and not tools and not module.startswith("plots.")


def run(code):
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_loads_nothing_heavier_than_numpy():
    loaded = run("import evalmetrics, sys; print(*sys.modules)")
    assert "evalmetrics" in loaded
    assert {name.partition(".")[0] for name in loaded}.isdisjoint(HEAVY)


def test_scores_need_neither_figures_nor_scikit_learn():
    loaded = run("import evalmetrics, sys; evalmetrics.accuracy; evalmetrics.f1_score; print(*sys.modules)")
    assert "pandas" in loaded
    assert {name.partition(".")[0] for name in loaded}.isdisjoint({"matplotlib", "scipy", "sklearn"})


def test_dir_lists_every_public_name_before_any_is_loaded():
    assert set(run("import evalmetrics; print(*dir(evalmetrics))")) >= set(PUBLIC)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nonsense"):
        evalmetrics.nonsense  # noqa: B018


def test_no_module_has_the_name_of_a_function_so_that_importing_one_gives_the_module():
    modules = sorted({path.stem for path in MODULES if path.parent == SOURCE and path.stem[0] != "_"})
    assert set(modules).isdisjoint(PUBLIC)
    run("".join(f"import evalmetrics.{m} as m; assert m.__name__ == 'evalmetrics.{m}'\n" for m in modules))


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_public_name_resolves_to_what_it_names(name):
    thing = thing_of(name)
    assert thing.__name__ == name
    assert thing.__module__.startswith(f"{NAMED[name].__name__}.")


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_public_name_is_documented(name):
    thing = thing_of(name)
    first, *rest = inspect.getdoc(thing).splitlines()
    assert first.rstrip().endswith((".", ":")) or rest[0]
    if inspect.isfunction(thing):
        wanted = ["Returns", "Examples"]
        wanted += ["Parameters"] * bool(inspect.signature(thing).parameters)
        wanted += ["References"] * of_the_book(name)
        sections = [line for line, rule in itertools.pairwise(rest) if rule and set(rule) == {"-"}]
        assert set(wanted) <= set(sections)
        assert sections == sorted(sections, key=SECTIONS.index)
        assert ">>> " in inspect.getdoc(thing).partition("Examples\n")[2]


SECTIONS = ["Parameters", "Returns", "Yields", "Raises", "Warns", "Notes", "References", "Examples"]


@pytest.mark.parametrize("name", functions())
def test_every_parameter_is_documented(name):
    parameters = inspect.signature(thing_of(name)).parameters
    section = inspect.getdoc(thing_of(name)).partition("Parameters\n")[2].partition("\nReturns\n")[0]
    described = {
        word.lstrip("*")
        for line in section.splitlines()
        if line and not line.startswith((" ", "-"))
        for word in line.partition(" : ")[0].split(", ")
    }
    assert described == set(parameters)


@pytest.mark.parametrize("name", functions())
def test_a_number_that_help_gives_as_a_default_is_the_default(name):
    section = inspect.getdoc(thing_of(name)).partition("Parameters\n")[2].partition("\nReturns\n")[0]
    stated = dict(re.findall(r"^(?:.*, )?(\w+) : .*default (\d[\d.]*)$", section, re.M))
    parameters = inspect.signature(thing_of(name)).parameters
    assert {one: float(number) for one, number in stated.items()} == {one: parameters[one].default for one in stated}


@pytest.mark.parametrize("name", functions())
def test_truth_comes_first_and_options_are_given_by_name(name):
    parameters = inspect.signature(thing_of(name)).parameters
    for truth, answer in TRUTH_THEN_ANSWER:
        if {truth, answer} <= set(parameters):
            order = list(parameters)
            assert order.index(answer) == order.index(truth) + 1
    optional = {p.name for p in parameters.values() if p.default is not p.empty and p.kind is not p.KEYWORD_ONLY}
    kind = kind_of(thing_of(name))
    instead = {kind.samples[1]} if isinstance(kind, OfMatrix) else {"definition", "function"}
    assert optional - instead <= OF_A_DEFINITION  # a matrix needs no y_pred, a decorator is called with and without


def code_lines(source):
    """The lines of code: no docstrings, no comments, no blank lines."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds) and ast.get_docstring(node)]
    docstrings = {i for node in nodes for i in range(node.body[0].lineno, node.body[0].end_lineno + 1)}
    lines = enumerate(source.splitlines(), 1)
    return [line for i, line in lines if i not in docstrings and line.strip() and not line.strip().startswith("#")]


@pytest.mark.parametrize("name", functions())
def test_a_public_body_fits_on_a_screen(name):
    assert len(code_lines(inspect.getsource(inspect.unwrap(thing_of(name))))) <= LONGEST_BODY


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_module_is_one_topic_long(path):
    source = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(source)), "what is it for?"
    assert len(code_lines(source)) <= LONGEST_MODULE


# Each imports from itself and those before it.
LAYERS = ["inputs", "fast", "cards", "kinds", "metric", "resampling", "topics", "book", "audit"]


def layer(module):
    """Where a module of the package stands, by its dotted name."""
    first = module.split(".")[0]
    return LAYERS.index(first if first in LAYERS else "topics")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_downwards(path):
    here = path.relative_to(SOURCE).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - node.level]
            for target in [[*base, node.module]] if node.module else [[*base, alias.name] for alias in node.names]:
                assert layer(".".join(target)) <= layer(".".join(here)), f"{path.name} imports {'.'.join(target)}"


def test_names_and_signatures_are_those_of_the_modules():
    """What `make stubs` writes is what it would write now."""
    assert (stubs.LIBRARY / "__init__.pyi").read_text(encoding="utf-8") == stubs.of_library()
    assert (stubs.BOOK / "__init__.pyi").read_text(encoding="utf-8") == stubs.of_book()


def test_what_moved_to_the_book_says_where_it_went():
    for name in evalmetrics._MOVED.split():
        with pytest.raises(AttributeError, match=f"is evalmetrics_book.{name} now"):
            getattr(evalmetrics, name)
        assert hasattr(evalmetrics_book, name)


@pytest.mark.parametrize("missing", ["matplotlib", "tqdm", "sklearn", "ipywidgets"])
def test_the_library_works_without(missing):
    hidden = f"import sys; sys.modules[{missing!r}] = None; from evalmetrics import *; import evalmetrics as em"
    scores = "em.bootstrap(em.accuracy, [0, 1], [0, 1], rng=0); [getattr(em, n) for n in dir(em) if n[:5] != 'plot_']"
    run(f"{hidden}; {scores}")


def test_a_picture_without_matplotlib_says_what_to_install():
    done = run(
        "import sys; sys.modules['matplotlib'] = None; import evalmetrics as em\n"
        "try: em.plot_roc_curve\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    assert " ".join(done) == "a picture needs Matplotlib: pip install 'evalmetrics[plots]'"


def test_the_book_refuses_another_version_of_the_library():
    done = run(
        "import evalmetrics; evalmetrics.__version__ = '9'\n"
        "try: import evalmetrics_book\n"
        "except ImportError as error: print(error)"
    )
    assert " ".join(done).startswith(f"evalmetrics_book {evalmetrics.__version__} needs evalmetrics")

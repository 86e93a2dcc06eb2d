"""The package as a whole: light to import, complete to list, documented, consistent, built in floors."""

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
from evalmetrics import cards
from evalmetrics.kinds.base import kind_of
from evalmetrics.kinds.matrix import OfMatrix

from .book import stubs
from .book.notebooks import ROOT
from .table import unlike

SOURCE = Path(evalmetrics.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
PUBLIC = sorted(dir(evalmetrics))
NAMED = {**dict.fromkeys(dir(evalmetrics_book), evalmetrics_book), **dict.fromkeys(PUBLIC, evalmetrics)}
HEAVY = ("pandas", "scipy", "matplotlib", "sklearn", "nltk", "ipywidgets", "tqdm", "rapidfuzz")
# A parameter of a definition may follow the data by position; every other option is given by name.
OF_A_DEFINITION = {"beta", "n", "k", "level", "recall", "precision", "volume", "fpr", "probability", "changes", "sd"}
TRUTH_THEN_ANSWER = [
    *(("y_true", "y_pred"), ("y_true", "y_score"), ("y_true", "y_prob"), ("labels_true", "labels_pred")),
    *(("reference", "hypothesis"), ("references", "hypothesis"), ("references", "hypotheses")),
    *(("list_of_references", "hypotheses"), ("truths", "detections"), ("sent", "received")),
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
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_loads_nothing_heavier_than_numpy():
    loaded = run("import evalmetrics, sys; print(*sys.modules)")
    assert "evalmetrics" in loaded
    assert {name.partition(".")[0] for name in loaded}.isdisjoint(HEAVY)


def test_scores_need_neither_figures_nor_scikit_learn():
    loaded = run("import evalmetrics, sys; evalmetrics.f1_score([0, 1], [0, 1]); print(*sys.modules)")
    assert "pandas" in loaded
    assert {name.partition(".")[0] for name in loaded}.isdisjoint({"matplotlib", "scipy", "sklearn"})


@pytest.mark.parametrize(
    "score",
    [
        "corpus_bleu([['the cat sat on']], ['the cat sat on'], tokenize='13a')",
        "wer(['a', 'b'], ['a', 'c'])",
        "corpus_rouge_n([[['a', 'b']]], [['a', 'c']], n=1)",
        "corpus_chrf([['a b']], ['a c'])",
        "corpus_ter([['a b']], ['a c'])",
        "cider([[['a', 'b']], [['c']]], [['a', 'b'], ['c']])",
        "perplexity([-0.5, -0.2])",
    ],
)
def test_scores_of_texts_need_no_pandas(score):
    loaded = run(f"import evalmetrics, sys; evalmetrics.{score}; print(*sys.modules)")
    assert {name.partition(".")[0] for name in loaded}.isdisjoint({"pandas", "sacrebleu", "sklearn", "hashlib", "json"})


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
        assert unlike(sections, {*wanted, *sections}, "{name} into its docstring; References come from a card") == []
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
    instead |= {"y_pred_1", "y_pred_2"} if name == "mcnemar_test" else set()
    assert optional - instead <= OF_A_DEFINITION  # a matrix needs no y_pred, a decorator is called with and without


# The floors of the package: each imports from itself and those before it. A module beside the folders is a topic.
LAYERS = [
    *("inputs", "fast", "cards", "kinds", "metric", "resampling", "execution", "topics", "partitions"),
    *("forensics", "plots"),
]
# The packages of this repository, and which of the others each may import.
PACKAGES = {
    "evalmetrics": (ROOT, ()),
    "evalmetrics_book": (ROOT / "book", ("evalmetrics",)),
    "evalmetrics_exercises": (ROOT / "exercises", ("evalmetrics",)),
}
HOMES = {name: f"evalmetrics.{module}" for module, names in evalmetrics._names().items() for name in names}


def imported(source, module, *, package=False):
    """The dotted name of all that a module's source imports, in whatever form."""
    here = module.split(".") if package else module.split(".")[:-1]

    def absolute(name, level):
        return ".".join([*here[: len(here) - level + 1], *filter(None, [name])]) if level else name

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node.module, node.level)
            yield from (f"{base}.{alias.name}" if base in PACKAGES else base for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            literal = str(getattr(node.args[0], "value", ""))
            yield absolute(literal.lstrip("."), len(literal) - len(literal.lstrip(".")))


def layer(name):
    """The floor of a module, or of what `from evalmetrics import` names; the package as a whole is above all."""
    first = HOMES.get(name.removeprefix("evalmetrics."), name).split(".")[1:2]
    if not first or first[0] == "__main__":
        return len(LAYERS)
    topic = (SOURCE / f"{first[0]}.py").exists() and first[0] not in LAYERS
    return LAYERS.index("topics" if topic else first[0])


def upwards(source, module, **options):
    """The imports of a module that do not point downwards."""
    own = module.split(".")[0]
    for name in imported(source, module, **options):
        to = name.split(".")[0]
        if to in set(PACKAGES) - {own, *PACKAGES[own][1]}:
            yield f"{module} imports {name}: {own} may import {PACKAGES[own][1] or 'neither of the others'}"
        elif to == own == "evalmetrics" and layer(name) > layer(module):
            yield f"{module} imports {name}, which stands above it"


def modules():
    for name, (folder, _) in PACKAGES.items():
        for path in sorted((folder / name).rglob("*.py")):
            dotted = ".".join(path.relative_to(folder).with_suffix("").parts)
            yield dotted.removesuffix(".__init__"), path.name == "__init__.py", path


def test_every_folder_has_its_floor():
    folders = {path.parent.relative_to(SOURCE).parts[0] for path in MODULES if path.parent != SOURCE}
    assert folders <= set(LAYERS), "a new folder needs a place in LAYERS, and a line in CONTRIBUTING.md"


@pytest.mark.parametrize(("module", "package", "path"), list(modules()))
def test_imports_point_downwards(module, package, path):
    source = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(source)), "what is it for?"
    assert list(upwards(source, module, package=package)) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("evalmetrics.bleu", "from .forensics.printed import printed"),
        ("evalmetrics.bleu", "from . import forensics"),
        ("evalmetrics.bleu", "from .partitions import score_partitions"),
        ("evalmetrics.bleu", "from evalmetrics import which_variant"),
        ("evalmetrics.bleu", "import evalmetrics.forensics.check as check"),
        ("evalmetrics.bleu", "def f():\n    from evalmetrics.forensics import check"),
        ("evalmetrics.bleu", "import importlib\nimportlib.import_module('evalmetrics.forensics')"),
        ("evalmetrics.bleu", "import_module('.forensics', __package__)"),
        ("evalmetrics.bleu", "__import__('evalmetrics_book')"),
        ("evalmetrics.bleu", "from evalmetrics_exercises.tasks import Topic"),
        ("evalmetrics.kinds.base", "from ..bleu import corpus_bleu"),
        ("evalmetrics.forensics.possible.search.choices", "from ....plots import curves"),
        ("evalmetrics_book.gallery", "from evalmetrics_exercises import check"),
        ("evalmetrics_exercises.topics.bleu", "from evalmetrics_book import gallery"),
    ],
)
def test_an_import_that_points_upwards_is_caught(module, source):
    assert len(list(upwards(source, module))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("evalmetrics.bleu", "import numpy, evalmetrics.kinds.base\nfrom . import fast\nfrom .rouge import rouge_n"),
        ("evalmetrics.bleu", "from evalmetrics import corpus_chrf\nimport_module('.execution', __package__)"),
        ("evalmetrics.forensics.check", "from .printed import printed\nfrom ..bleu import corpus_bleu"),
        ("evalmetrics_book.gallery", "import evalmetrics as em\nfrom evalmetrics.cards import card"),
        ("evalmetrics_exercises.tasks", "from evalmetrics import f1_score"),
    ],
)
def test_an_import_that_points_downwards_passes(module, source):
    assert list(upwards(source, module)) == []


def test_an_import_of_a_folder_without_a_floor_fails():
    with pytest.raises(ValueError, match="'nowhere' is not in list"):
        list(upwards("from .nowhere import x", "evalmetrics.bleu"))


def test_names_and_signatures_are_those_of_the_modules():
    """What `make stubs` writes is what it would write now."""
    assert (stubs.LIBRARY / "__init__.pyi").read_text(encoding="utf-8") == stubs.of_library()
    assert (stubs.BOOK / "__init__.pyi").read_text(encoding="utf-8") == stubs.of_book()


def test_what_moved_to_the_book_says_where_it_went():
    for name in cards.moved():
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

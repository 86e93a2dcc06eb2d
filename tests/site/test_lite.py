"""JupyterLite, as far as it can be tested without a network: its files, its lock, and Pyodide under node."""

import ast
import hashlib
import json
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import nbformat
import pytest
from packaging.requirements import Requirement

import evalmetrics
from tests.book.notebooks import ROOT
from website import IN_NO_BROWSER, LITE, lite
from website.notebooks import chapters

from .conftest import BOOK, opens, pages

pytestmark = [pytest.mark.site, pytest.mark.skipif(not LITE.exists(), reason="JupyterLite is not built: make lite")]
PYODIDE = LITE / "static" / "pyodide"
LIGHT = 60_000_000  # bytes, a layer of its own beside the book
EXERCISES = [path.stem for path in sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]
PROGRAM = """
import compileall, json, sys
import evalmetrics as em
from rapidfuzz.distance import Levenshtein
told = {"python": sys.version.split()[0], "names": sorted(dir(em)), "edits": Levenshtein.distance("kitten", "sitting")}
told["compiles"] = bool(compileall.compile_dir(em.__path__[0], quiet=2, workers=1))
from hypothesis import find, strategies
told["smallest"] = find(strategies.integers(0, 1000), lambda n: n * n > 50)
try:
    from evalmetrics_exercises import check
    told["answer"] = repr(check("accuracy_from_counts", lambda correct, n: correct / n))
    told["f1"] = float(em.f1_score(em.confusion_matrix([1, 1, 0, 0], [1, 0, 0, 0]), pos_label=1))
except ModuleNotFoundError as error:
    told["missing"] = error.name
json.dumps(told)
"""


@cache
def lock() -> dict[str, Any]:
    """The packages that the browser finds."""
    return json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]


def here() -> dict[str, Any]:
    """Those of them that are served with it."""
    return {name: package for name, package in lock().items() if "://" not in package["file_name"]}


@cache
def started() -> dict[str, Any]:
    command = ["node", str(ROOT / "tests" / "site" / "start_lite.mjs"), str(PYODIDE), PROGRAM]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.strip().splitlines()[-1])
    assert "error" not in told, told
    return told


def test_pyodide_starts_and_finds_the_package() -> None:
    told = started()
    assert told["python"].startswith("3.14.")
    assert told["names"] == sorted(dir(evalmetrics))
    assert told["edits"] == 3
    assert told["compiles"]
    assert told["smallest"] == 8


def test_a_metric_computes_or_says_which_compiled_package_is_not_here() -> None:
    told = started()
    if "://" in lock()["numpy"]["file_name"]:
        assert told["missing"] == "numpy"
    else:
        assert told["f1"] == pytest.approx(2 / 3)
        assert "n         0" in told["answer"]


def test_wheels_are_those_that_the_lock_names() -> None:
    assert {"evalmetrics", "evalmetrics-exercises", "hypothesis", "jiwer", "rapidfuzz", "sacrebleu"} <= set(here())
    for package in here().values():
        found = (PYODIDE / package["file_name"]).read_bytes()
        assert hashlib.sha256(found).hexdigest() == package["sha256"], package["name"]


def test_a_wheel_with_a_compiled_part_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("six-1.17-py3-none-any.whl", "rapidfuzz-3-cp314-cp314-linux_x86_64.whl"):
        (tmp_path / name).touch()
    monkeypatch.setattr(lite, "WHEELS", tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)  # what pip would put there is there
    with pytest.raises(ValueError, match=r"^not of Python alone: rapidfuzz-3-cp314-cp314-linux_x86_64\.whl$"):
        lite.make_wheels()


def test_everything_that_a_package_needs_is_in_the_lock() -> None:
    for name, package in here().items():
        assert set(package["depends"]) <= set(lock()), name


def test_versions_are_those_that_the_package_admits() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = [r for r in project["optional-dependencies"]["book"] if Requirement(r).name in lock()]
    assert len(optional) >= 7
    for requirement in map(Requirement, [*project["dependencies"], *optional]):
        assert requirement.specifier.contains(lock()[requirement.name]["version"]), requirement


def test_pyodide_is_that_of_the_kernel() -> None:
    constants = pytest.importorskip("jupyterlite_pyodide_kernel.constants")
    npm = json.loads((ROOT / "website" / "package.json").read_text(encoding="utf-8"))["devDependencies"]["pyodide"]
    assert npm == constants.PYODIDE_VERSION, version("jupyterlite-pyodide-kernel")


@pytest.mark.parametrize(
    "name", [*(f"notebooks/{name}" for name in chapters()), *(f"exercises/{e}" for e in EXERCISES)]
)
def test_what_a_notebook_imports_is_there(name: str) -> None:
    if name.startswith(IN_NO_BROWSER):
        return
    there = {module.partition(".")[0] for package in lock().values() for module in package["imports"]}
    notebook = nbformat.read(LITE / "files" / f"{name}.ipynb", as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            for node in ast.walk(ast.parse(cell.source)):
                found = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                found += [node.module] if isinstance(node, ast.ImportFrom) else []
                assert {module.partition(".")[0] for module in found} <= there | sys.stdlib_module_names


def test_it_is_a_layer_of_its_own_size() -> None:
    files = [path for path in LITE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) <= LIGHT
    assert not [path.name for path in files if path.suffix == ".map"]


def test_the_link_on_a_page_opens_the_chapter_there(browser: Any, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/{opens('01')}")
    page.get_by_role("link", name="Run in your browser").click()
    title = page.wait_for_selector(".jp-Notebook .jp-RenderedMarkdown h1", timeout=120_000)
    assert title.inner_text() == "Accuracy: is 87 % any good?"
    assert page.locator(".jp-Notebook .jp-CodeCell").first.inner_text().strip().endswith("import numpy as np")
    page.close()


def test_pages_of_chapters_that_cannot_run_there_say_so() -> None:
    for name in filter(lambda name: name.startswith(IN_NO_BROWSER), pages()):
        text = (BOOK / name).read_text("utf-8")
        assert "It cannot be run in a browser, since it starts processes" in text
        assert "Run in your browser" not in text

"""The files that say what to install agree: pyproject.toml, requirements.lock and environment.yml."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from rattler import MatchSpec

import evalmetrics
import evalmetrics_book

ROOT = Path(__file__).parents[1]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


PYPROJECT = tomllib.loads(text("pyproject.toml"))
PROJECT = PYPROJECT["project"]
LOCK = text("requirements.lock")
CONDA = yaml.safe_load(text("environment.yml"))
EXTRAS = PROJECT["optional-dependencies"]
ON_DEMAND = [EXTRAS.pop(name) for name in ("bench", "forensics", "partitions", "site")]  # in no reader's environment
PEERS = EXTRAS.pop("peers")  # comes with `make peers`; the tests need most of them as references
DECLARED = [Requirement(r) for part in (PROJECT["dependencies"], *EXTRAS.values()) for r in part]
PINS = [Requirement(line.rstrip("\\ ")) for line in LOCK.splitlines() if re.match(r"\w", line)]
NAMED_OTHERWISE = {"playwright": "playwright-python"}  # conda-forge's "playwright" is the driver for Node.js
BY_PIP = ["krippendorff", "pytrec-eval-terrier"]  # references for the tests, published for pip
PYTHONS = ["3.11.0", "3.12.0", "3.13.0", "3.14.0"]


def canonical(name: str) -> str:
    """A package's name as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_conda_reads_every_requirement():
    for spec in CONDA["dependencies"][:-1]:
        MatchSpec(spec, strict=True)


def test_conda_names_the_same_packages_and_ranges():
    wanted = {NAMED_OTHERWISE.get(r.name, r.name): r.specifier for r in DECLARED}
    wanted["python"] = SpecifierSet(PROJECT["requires-python"])
    found = dict(spec.split(" ") for spec in CONDA["dependencies"][:-1] if spec != "pip")
    found |= {r.name: str(r.specifier) for r in map(Requirement, CONDA["dependencies"][-1]["pip"][:-1])}
    assert {name: SpecifierSet(ranges) for name, ranges in found.items()} == wanted


def test_conda_installs_the_project_itself_by_pip():
    assert CONDA["name"] == PROJECT["name"]
    assert CONDA["channels"] == ["conda-forge", "nodefaults"]
    assert CONDA["dependencies"].count("pip") == 1
    *others, itself = CONDA["dependencies"][-1]["pip"]
    assert itself == "-e ."
    assert [Requirement(other).name for other in others] == BY_PIP


@pytest.mark.parametrize("python", PYTHONS)
def test_lock_satisfies_what_is_declared(python):
    environment = {"python_version": python.rpartition(".")[0], "python_full_version": python}
    for requirement in [*DECLARED, *map(Requirement, PYPROJECT["build-system"]["requires"])]:
        pins = [pin for pin in PINS if canonical(pin.name) == canonical(requirement.name)]
        pins = [pin for pin in pins if pin.marker is None or pin.marker.evaluate(environment)]
        assert len(pins) == 1, f"{requirement} has {len(pins)} pins for Python {python}"
        (exact,) = pins[0].specifier
        assert exact.operator == "=="
        assert Version(exact.version) in requirement.specifier, f"{pins[0]} does not satisfy {requirement}"


def test_lock_leaves_out_what_comes_on_demand():
    locked = {canonical(pin.name) for pin in PINS}
    named = {canonical(Requirement(r).name) for extra in ON_DEMAND for r in extra}
    assert named.isdisjoint(locked)


def test_peers_are_asked_for_as_elsewhere():
    elsewhere = {requirement for part in (*EXTRAS.values(), *ON_DEMAND) for requirement in part}
    assert set(PEERS) <= elsewhere


def test_readers_get_no_instructors_tools():
    assert not {"nbgrader", "otter-grader"} & {canonical(pin.name) for pin in PINS}


def test_lock_has_a_hash_for_every_package():
    packages = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)[1:]
    assert len(packages) == len(PINS)
    assert all("--hash=sha256:" in package for package in packages)


def test_lock_records_no_host():
    assert re.findall(r"://|--(?:extra-)?index-url|--find-links|\bgit\+", LOCK) == []


def test_what_the_book_installs_is_what_the_notebooks_need():
    book = tomllib.loads(text("book/pyproject.toml"))["project"]
    library, *others = book["dependencies"]
    assert library == f"evalmetrics[plots]=={evalmetrics.__version__}"
    assert sorted([*others, *book["optional-dependencies"]["lab"], *EXTRAS["plots"]]) == sorted(EXTRAS["book"])


def test_all_parts_are_of_one_version():
    projects = [tomllib.loads(text(f"{folder}pyproject.toml"))["project"] for folder in ("", "book/", "exercises/")]
    cited = yaml.safe_load(text("CITATION.cff"))["version"]
    told = re.findall(r"^## (\d[\d.]*)", text("CHANGELOG.md"), re.MULTILINE)[0]
    versions = [evalmetrics.__version__, evalmetrics_book.__version__, cited, told]
    assert {*versions, *(project["version"] for project in projects)} == {evalmetrics.__version__}
    assert f"evalmetrics=={evalmetrics.__version__}" in projects[2]["dependencies"]

"""The student's edition holds what answers and nothing that is the answer, and needs nothing but its two wheels."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile

import nbformat
import pytest
from evalmetrics_exercises.grading import notebooks
from evalmetrics_exercises.tasks import topics
from jupyter_client.manager import AsyncKernelManager as KernelManager
from nbclient import NotebookClient

FOLDER = notebooks.EXERCISES
PROJECT = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The unpacked wheel, as it is installed."""
    folder = tmp_path_factory.mktemp("edition")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=FOLDER, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_nothing_of_the_instructors_is_in_it(wheel):
    names = {str(path.relative_to(wheel)) for path in wheel.rglob("*") if path.is_file()}
    assert not any("grading" in name or name.endswith(".ipynb") for name in names)
    packed = {name for name in names if name.endswith(".py")}
    ours = {str(path.relative_to(FOLDER)) for path in (FOLDER / "evalmetrics_exercises").rglob("*.py")}
    assert packed == {name for name in ours if "/grading/" not in name}


def test_no_solution_rubric_or_essay_is_in_it(wheel):
    given = "\n".join(path.read_text(encoding="utf-8") for path in [*wheel.rglob("*.py"), *FOLDER.glob("*.ipynb")])
    assert "BEGIN SOLUTION" not in given
    assert "**Rubric**" not in given
    for topic in topics():
        source = notebooks.read(notebooks.source_path(topic.title))
        essays = [cell.source for cell in source.cells if "**Rubric**" in cell.source]
        sentences = [s for text in essays for s in re.split(r"(?<=[.!?])\s+", text) if len(s) > 30]
        assert sentences or not essays
        assert [sentence for sentence in sentences if sentence in given] == []
        regions = re.findall(r"### BEGIN SOLUTION\n(.*?)\n *### END", "\n".join(c.source for c in source.cells), re.S)
        assert [region for region in regions if region.count("\n") and region in given] == []


def test_what_it_needs_is_the_package_and_hypothesis(wheel):
    whole = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert PROJECT["version"] == whole["version"]
    assert PROJECT["dependencies"] == [
        f"evalmetrics=={whole['version']}",
        *whole["optional-dependencies"]["coursework"],
    ]
    start = (FOLDER / "START.md").read_text(encoding="utf-8")
    assert f"evalmetrics-{whole['version']}-py3-none-any.whl evalmetrics_exercises-{whole['version']}-py3" in start
    texts = "\n".join(path.read_text(encoding="utf-8") for path in wheel.rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:from|import) (\w+)", texts, re.M))
    needed = {name.partition(">")[0].partition("=")[0] for name in whole["dependencies"]}
    assert imported - sys.stdlib_module_names <= needed | {"evalmetrics", "evalmetrics_exercises", "hypothesis"}


ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
import evalmetrics_exercises
assert evalmetrics_exercises.__file__.startswith(sys.argv[1]), evalmetrics_exercises.__file__
names = {"__name__": "__main__"}
for cell in json.load(open(sys.argv[2], encoding="utf-8"))["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]).replace('student("")', 'student("ada")'), names)
"""


@pytest.mark.parametrize("title", ["01_confusion", "02_precision_recall", "32_bleu"])
def test_a_notebook_runs_with_the_wheel_and_nothing_beside_it(wheel, tmp_path, title):
    alone = tmp_path / f"{title} (1).ipynb"
    alone.write_bytes(notebooks.student_path(title).read_bytes())
    subprocess.run([sys.executable, "-c", ALONE, str(wheel), str(alone)], cwd=tmp_path, check=True)


class PlainKernel(KernelManager):
    """A kernel without JupyterLab or settings around it; EDITION_PYTHON is where both wheels are installed."""

    def format_kernel_cmd(self, extra_arguments=None):
        python = os.environ.get("EDITION_PYTHON", sys.executable)
        return [python, "-m", "ipykernel_launcher", "-f", self.connection_file]


SOME = ["01_confusion", "02_precision_recall"]
OTHERS = [topic.title for topic in topics() if topic.title not in SOME]


@pytest.mark.parametrize("title", [*SOME, *(pytest.param(title, marks=pytest.mark.exhaustive) for title in OTHERS)])
def test_the_notebook_alone_answers_in_a_plain_kernel(wheel, tmp_path, title):
    cells = [cell for cell in notebooks.read(notebooks.student_path(title)).cells if cell.cell_type == "code"]
    sources = [cell.source.replace('student("")', 'student("ada")') for cell in cells]
    whole = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    environment = os.environ | {"IPYTHONDIR": str(tmp_path / "ipython"), "MPLCONFIGDIR": str(tmp_path / "mpl")}
    if "EDITION_PYTHON" in os.environ:
        environment.pop("PYTHONPATH", None)
    else:
        environment["PYTHONPATH"] = os.pathsep.join([str(wheel), os.environ.get("PYTHONPATH", "")])
    (tmp_path / "alone").mkdir()
    client = NotebookClient(
        whole,
        km=PlainKernel(**notebooks.through_files()),
        timeout=120,
        resources={"metadata": {"path": tmp_path / "alone"}},
    )
    client.execute(env=environment, cleanup_kc=True)
    checks = [cell for cell in whole.cells if cell.source.startswith("check(")]
    said = ["".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs) for cell in checks]
    assert len(said) >= 3
    assert all(re.match(r"\w+ ✗ 0 of \d+ points\nNot yet", text) for text in said), said

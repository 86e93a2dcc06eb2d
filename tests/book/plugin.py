"""A pytest plugin, loaded by pyproject.toml: notebooks run as their readers run them, on any machine."""

import base64
import io
import os
from pathlib import Path
from typing import Any

import nbval.kernel
from evalmetrics_exercises.grading.notebooks import through_files
from jupyter_client.manager import KernelManager
from nbval.plugin import IPyNbCell
from xdist.scheduler import LoadScopeScheduling

CHANGED = 5e-4  # share of the pixels of a figure that may differ clearly before it counts as another figure
SETTINGS = Path(__file__).parents[2] / "build" / "settings"


def ignore_personal_settings() -> None:
    """Leave out what the user has set up for Jupyter, IPython and Matplotlib; child processes inherit it."""
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        folder = SETTINGS / variable.lower()
        folder.mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(folder)
    os.environ["EVALMETRICS_PATIENCE"] = "inf"  # a progress bar on a slow machine would be an output like others
    os.environ["MATPLOTLIBRC"] = str(Path(__file__).with_name("matplotlibrc"))
    for variable in ("MPLBACKEND", "PYTHONSTARTUP"):
        os.environ.pop(variable, None)
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")  # one worker per core is parallel enough


def execute_as_reader(kernel: Any, source: str, allow_stdin: bool | None = None) -> str:
    """Send a cell to the kernel as JupyterLab does: with history, without which a closing semicolon has no effect."""
    return str(kernel.kc.execute(source, allow_stdin=allow_stdin, stop_on_error=False))


def start_through_files(**settings: Any) -> KernelManager:
    """A kernel's manager as nbval asks for one; on ports, kernels that start side by side take each other's."""
    return KernelManager(**settings, **through_files())


def figures(outputs: Any) -> list[str]:
    """The figures among the outputs of a cell, as they are stored."""
    return [out["data"]["image/png"] for out in outputs if "image/png" in out.get("data", {})]


def share_that_differs(one: str, other: str) -> float:
    """Share of pixels that differ by more than a quarter of black and white; 1 for figures of different sizes."""
    import matplotlib.image as mpimg

    images = [mpimg.imread(io.BytesIO(base64.b64decode(figure)))[..., :3].mean(axis=2) for figure in (one, other)]
    if images[0].shape != images[1].shape:
        return 1.0
    return float((abs(images[0] - images[1]) > 0.25).mean())


def compare_with_figures(cell: IPyNbCell, test: Any, ref: Any, skip_compare: Any = None) -> bool:
    """What nbval compares, and figures, which it leaves out."""
    if not compare_without_figures(cell, test, ref, skip_compare):
        return False
    drawn, stored = figures(test), figures(ref)
    stale = [i for i, pair in enumerate(zip(drawn, stored, strict=False), 1) if share_that_differs(*pair) > CHANGED]
    if len(drawn) != len(stored) or stale:
        cell.comparison_traceback.append(f"{len(drawn)} figures, {len(stored)} of them stored; stale: {stale}")
        return False
    return True


compare_without_figures = IPyNbCell.compare_outputs


def pytest_configure(config: Any) -> None:
    ignore_personal_settings()
    nbval.kernel.RunningKernel.execute_cell_input = execute_as_reader
    nbval.kernel.KernelManager = start_through_files
    if not config.getoption("nbval_lax", default=False):
        IPyNbCell.compare_outputs = compare_with_figures


class NotebooksWhole(LoadScopeScheduling):
    """A notebook stays on one worker, cell after cell; other tests go wherever there is time."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file.endswith(".ipynb") else nodeid


def pytest_xdist_make_scheduler(config: Any, log: Any) -> NotebooksWhole:
    return NotebooksWhole(config, log)

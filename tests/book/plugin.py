"""A pytest plugin, loaded by pyproject.toml: notebooks run as their readers run them, on any machine."""

import os
from pathlib import Path
from typing import Any

import pytest
from nbval.kernel import RunningKernel

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


def pytest_configure() -> None:
    """Called by pytest in every process before it collects."""
    ignore_personal_settings()
    RunningKernel.execute_cell_input = execute_as_reader


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """A notebook stays on one worker, cell after cell; other tests go wherever there is time."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.xdist_group(item.path.stem))

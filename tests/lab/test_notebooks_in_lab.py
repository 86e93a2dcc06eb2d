"""Every notebook is opened in JupyterLab in a real browser and run with "Run All Cells", as a reader would."""

from typing import Any

import nbformat
import nbformat.v4 as nb
import pytest
from evalmetrics_exercises.grading.notebooks import METADATA

from tests.book import notebooks

from .conftest import BUILD, Lab

pytestmark = pytest.mark.lab
OPEN_MS = 180_000
RUN_MS = 300_000

IS_READY = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady ?? false"
IS_IDLE = "() => jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
SHUT_DOWN = "() => jupyterapp.shell.currentWidget.sessionContext.shutdown()"
COMMAND = "name => jupyterapp.commands.execute(name)"
CELLS = """() => [...jupyterapp.shell.currentWidget.content.model.cells]
    .filter(cell => cell.type === 'code')
    .map(cell => ({count: cell.executionCount, outputs: cell.outputs.toJSON()}))"""
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
# Figures that have been decoded and take up room on the page.
FIGURES = f"""() => [...document.querySelectorAll('{PANEL} .jp-RenderedImage img')]
    .filter(image => image.naturalWidth > 0 && image.getBoundingClientRect().width > 0).length"""

WIDGETS = f"{PANEL} .jp-OutputArea-output > .jupyter-widgets"
# Formulas that MathJax could not set, and commands in them that it does not know and prints in red.
UNSET = f"{PANEL} mjx-container :is(merror, [mathcolor=red])"


@pytest.mark.parametrize("name", [own.page for own in notebooks.listed()])
def test_notebook_runs_in_the_browser(name: str, browser: Any, lab: Lab) -> None:
    assert faults(browser, lab, name) == []


def test_a_notebook_with_an_error_is_caught(browser: Any, lab: Lab) -> None:
    cells = [nb.new_markdown_cell(r"$\nonsense$"), nb.new_code_cell("1 / 0"), nb.new_code_cell("2")]
    nbformat.write(nb.new_notebook(cells=cells, metadata=METADATA), lab.folder / "broken.ipynb")
    assert [fault.partition(":")[0] for fault in faults(browser, lab, "broken")] == ["error", "counts", "formula"]


def faults(browser: Any, lab: Lab, name: str) -> list[str]:
    """What goes wrong when a reader opens the notebook and runs all of it; pictures go to build/lab."""
    page = browser.new_page(viewport={"width": 1280, "height": 1600})
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(f"page: {error}"))
    page.goto(lab.address.format(name=name))
    page.wait_for_function(IS_READY, timeout=OPEN_MS)
    page.wait_for_function(IS_IDLE, timeout=OPEN_MS)
    page.evaluate(COMMAND, "application:toggle-left-area")
    page.evaluate(COMMAND, "notebook:clear-all-cell-outputs")
    assert all(cell["count"] is None for cell in page.evaluate(CELLS)), "outputs were not cleared"
    page.set_default_timeout(RUN_MS)
    page.evaluate(COMMAND, "notebook:run-all-cells")
    page.wait_for_function(IS_IDLE, timeout=RUN_MS)
    photograph(page, name)
    cells = page.evaluate(CELLS)
    for output in [output for cell in cells for output in cell["outputs"] if output["output_type"] == "error"]:
        found.append(f"error: {output['ename']}: {output['evalue']}")
    if (counts := [cell["count"] for cell in cells]) != list(range(1, len(cells) + 1)):
        found.append(f"counts: cells were executed in the order {counts}")
    stored = notebooks.read(lab.folder / f"{name}.ipynb")
    wanted = sum(notebooks.shows_figure(cell) for cell in stored.cells)
    if (shown := page.evaluate(FIGURES)) < wanted:  # an explorer draws a picture of its own, which is not stored
        found.append(f"figures: {shown} are on the page, {wanted} in the stored notebook")
    found += [f"formula: {text}" for text in page.locator(UNSET).all_text_contents()]
    widgets = sum(notebooks.WIDGET in output.get("data", {}) for cell in cells for output in cell["outputs"])
    if (shown := page.locator(WIDGETS).count()) != widgets:
        found.append(f"widgets: {shown} are on the page, {widgets} were sent")
    page.evaluate(SHUT_DOWN)
    page.close()
    return found


def photograph(page: Any, name: str) -> None:
    """Keep the whole notebook as build/lab/NAME-01.png, -02.png and so on, from its top to its end."""
    name = name.rpartition("/")[2]
    panel = page.locator(f"{PANEL} .jp-WindowedPanel-outer")
    height, step = panel.evaluate("panel => [panel.scrollHeight, panel.clientHeight - 40]")
    for number, top in enumerate(range(0, max(height - 40, 1), step), 1):
        panel.evaluate("(panel, top) => panel.scrollTo(0, top)", top)
        page.screenshot(path=BUILD / f"{name}-{number:02}.png")

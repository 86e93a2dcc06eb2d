"""One JupyterLab server and one browser for all pages of the tier."""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.book.notebooks import FOLDER, ROOT

BUILD = ROOT / "build" / "lab"
START_SECONDS = 60
SETTINGS = {
    # All cells are in the page, not only those in view, so that the page can be checked and photographed.
    "notebook-extension/tracker": '{"windowingMode": "none"}',
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
}


class Lab(NamedTuple):
    """A running JupyterLab: the address of a notebook, to be formatted with its name, and the folder it serves."""

    address: str
    folder: Path


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab with nobody's settings, serving a copy of the notebooks."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(FOLDER, folder / "book" / "notebooks", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for name, text in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"]
    command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1"]
    command += [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder / 'book'}"]
    command += ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    environment = os.environ | {
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
    }
    log = BUILD / "server.log"
    with log.open("w") as output:
        server = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/api?token={token}", server, log)
        address = f"http://127.0.0.1:{port}/lab/tree/notebooks/{{name}}.ipynb?reset&token={token}"
        yield Lab(address, folder / "book" / "notebooks")
    finally:
        server.terminate()
        server.wait(timeout=30)


def wait_until_it_answers(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the server answers; fail with the end of its log when it ended or takes too long."""
    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}", pytrace=False)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.exit("Chromium is missing: apt-get install chromium fonts-dejavu-core", returncode=1)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        running = playwright.chromium.launch(executable_path=chromium, args=options)
        yield running
        running.close()

"""JupyterLite beside the book, so that chapters run in a browser, in Pyodide, without a server: `make lite`.

Pyodide's core comes from npm. What it has compiled (NumPy, pandas and so on) is in no registry of packages: readers'
browsers load it from where Pyodide's makers publish it, and hold it to the hashes of the lock file; with a folder that
has the full distribution (`make lite PYODIDE=folder`) they load nothing from elsewhere.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from tests.book.notebooks import listed, read

from . import LITE, ROOT

BUILD = ROOT / "build" / "website" / "lite"
WHEELS, PYODIDE = BUILD / "wheels", BUILD / "pyodide" / "pyodide"  # as it lies in its makers' archive
CORE = ROOT / "build" / "website" / "npm" / "node_modules" / "pyodide"
FULL = os.environ.get("PYODIDE", "")  # a folder with the full distribution
PUBLISHED = re.compile(r"https://[\w./-]+/v\$\{\w+\}/full/")  # where Pyodide itself says that its packages lie
# What chapters use beside compiled packages, with what that needs; all of it is Python alone.
ADDED = {
    "absl-py": [],
    "colorama": [],
    "comm": ["traitlets"],
    "hypothesis": ["sortedcontainers"],
    "ipywidgets": ["comm", "ipython", "jupyterlab-widgets", "traitlets"],
    "jiwer": ["click", "rapidfuzz"],
    "jupyterlab-widgets": [],
    "lazy-loader": [],
    "portalocker": [],
    "rapidfuzz": [],
    "rouge": ["six"],
    "rouge-score": ["absl-py", "nltk", "numpy", "six"],
    "sacrebleu": ["colorama", "lxml", "numpy", "portalocker", "regex", "tabulate"],
    "sortedcontainers": [],
    "tabulate": [],
    "tqdm": [],
}
PACKAGES = (ROOT, ROOT / "book", ROOT / "exercises")
PLAIN = {"hypothesis": "6.151.9"}  # the last versions that are Python alone, where newer ones are compiled
USED_INSIDE = ["matplotlib", "nltk", "scikit-learn", "tqdm"]  # by functions of the packages, when they are called


def main() -> None:
    """Build it into build/lite."""
    for folder in (BUILD, LITE):
        shutil.rmtree(folder, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    make_wheels()
    distribution()
    contents = BUILD / "contents"
    for path in [*(own.path for own in listed()), *sorted((ROOT / "exercises").glob("[0-9]*.ipynb"))]:
        copied = contents / path.relative_to(ROOT)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_text(json.dumps(read(path)), encoding="utf-8")  # texts in one: JupyterLite joins no lines
    command = [sys.executable, "-m", "jupyterlite_core.app", "build", "--contents", str(contents)]
    command += ["--output-dir", str(LITE), "--pyodide", str(PYODIDE.parent), "--no-sourcemaps"]
    subprocess.run(command, cwd=BUILD, check=True, stdout=subprocess.DEVNULL)


def make_wheels() -> None:
    """Our packages and what they need, as wheels of Python alone, in the versions that the book is tested with."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    versions = dict(re.findall(r"^([\w-]+)==([\w.]+)", lock, flags=re.MULTILINE)) | PLAIN
    wheel = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps"]
    wheel += ["--wheel-dir", str(WHEELS)]
    plain = ["--no-binary=rapidfuzz", "--config-settings=wheel.cmake=false"]  # without its compiled part
    named = {name: f"{name}=={versions[name]}" for name in ADDED}
    subprocess.run([*wheel, *plain, named.pop("rapidfuzz")], check=True)
    subprocess.run([*wheel, *named.values()], check=True)
    subprocess.run([*wheel, "--no-build-isolation", *(str(folder) for folder in PACKAGES)], check=True)
    if compiled := [path.name for path in WHEELS.iterdir() if not path.name.endswith("-none-any.whl")]:
        raise ValueError(f"not of Python alone: {', '.join(compiled)}")


def distribution() -> None:
    """Pyodide with our wheels, and a lock file in which an import finds both."""
    PYODIDE.mkdir(parents=True)
    for path in sorted(Path(FULL or CORE).iterdir()):
        if path.is_file() and path.suffix in (".mjs", ".wasm", ".zip", ".whl", ".json", ".js"):
            shutil.copy(path, PYODIDE)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    if not FULL:
        version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
        (address,) = set(PUBLISHED.findall((PYODIDE / "pyodide.mjs").read_text(encoding="utf-8")))
        published = re.sub(r"\$\{\w+\}", version, address)
        for package in lock["packages"].values():
            package["file_name"] = published + package["file_name"]
    (PYODIDE / "pyodide-lock.json").write_text(json.dumps(with_wheels(lock)), encoding="utf-8")


def with_wheels(lock: dict[str, Any]) -> dict[str, Any]:
    """Pyodide's lock file with the wheels that we add."""
    needs = dict(ADDED)
    for folder in PACKAGES:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        own = [re.match(r"[\w-]+", requirement)[0] for requirement in project["dependencies"]]  # type: ignore[index]
        needs[project["name"]] = [*own, *USED_INSIDE] if folder != ROOT / "exercises" else own
    for path in sorted(WHEELS.glob("*.whl")):
        found, version = path.name.split("-")[:2]
        name = found.replace("_", "-").lower()
        shutil.copy(path, PYODIDE)
        lock["packages"][name] = {
            "depends": needs[name],
            "file_name": path.name,
            "imports": modules(path),
            "install_dir": "site",
            "name": name,
            "package_type": "package",
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "unvendored_tests": False,
            "version": version,
        }
    return lock


def modules(wheel: Path) -> list[str]:
    """What a wheel lets one import."""
    with zipfile.ZipFile(wheel) as archive:
        files = [Path(name).parts for name in archive.namelist()]
    return sorted({parts[0].removesuffix(".py") for parts in files if not re.search(r"\.(dist-info|data)$", parts[0])})


if __name__ == "__main__":
    main()

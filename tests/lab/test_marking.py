"""Essays are marked in a real browser, by keyboard, and what was marked survives grading again."""

from dataclasses import replace

import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import marking, marks, records
from evalmetrics_exercises.grading.batch import Result
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.judging import Outcome
from evalmetrics_exercises.tasks import find_topic

pytestmark = pytest.mark.lab

TOPIC = find_topic("precision_recall")
TASK = TOPIC.tasks[-1]
HOSTILE = (
    '</script><script>document.title = "taken"</script><img src="https://example.org/x" onerror="document.title=1">'
)


def essay(student, text):
    outcome = Outcome(TASK.name, TASK.points, None, "A person reads this one.")
    return Result(student, (outcome,), written={TASK.name: text}, digests={TASK.name: f"digest of {text[:9]}"})


@pytest.fixture
def course(tmp_path):
    course = Course(tmp_path / "course")
    course.prepare()
    records.enter(
        course.folder, TOPIC.title, [essay("ada", "First essay."), essay("bob", HOSTILE), essay("cy", "Third.")]
    )
    return course


def opened(browser, course):
    (path,) = marking.write(course.folder, TOPIC, "made")
    page = browser.new_context(accept_downloads=True).new_page()
    page.seen = []
    page.on("request", lambda request: page.seen.append(request.url))
    page.on("pageerror", lambda error: page.seen.append(str(error)))
    page.goto(path.as_uri())
    return page


def saved(page, course, name):
    with page.expect_download() as waiting:
        page.keyboard.press("s")
    assert waiting.value.suggested_filename == f"marks-{TOPIC.title}-{TASK.name}.csv"
    waiting.value.save_as(course.folder / name)


def test_essays_are_marked_by_keyboard_and_marks_survive_grading_again(browser, course):
    page = opened(browser, course)
    assert page.locator("article").count() == 3
    assert page.title() == f"{TOPIC.title}: {TASK.name}, 3 essays"
    order = page.locator("article").evaluate_all("all => all.map(each => each.dataset.student)")
    for key in ("1", "3", "c"):
        page.keyboard.press(key)
    page.keyboard.type('Well said, "j" and 1.')
    for key in ("Escape", "j", "0", "n"):
        page.keyboard.press(key)
    assert page.locator("article.here").get_attribute("data-student") == order[2]
    assert page.locator("#done").inner_text() == "2 of 3 marked"
    saved(page, course, "marks.csv")
    page.reload()
    assert page.locator("#done").inner_text() == "2 of 3 marked"  # the browser remembers what was not saved
    assert [url for url in page.seen if not url.startswith(("file:", "blob:"))] == []
    given = marks.read(course.folder)
    (first,) = given[TOPIC.title, order[0], TASK.name].values()
    assert (first.points, first.boxes, first.comment) == (2.0, "1 3", 'Well said, "j" and 1.')
    (second,) = given[TOPIC.title, order[1], TASK.name].values()
    assert second.points == 0.0
    results = records.read(course.folder, TOPIC.title)
    standing = {who: marks.standings(TOPIC, result, given)[TASK.name] for who, result in results.items()}
    assert [standing[who].open for who in order] == [False, False, True]
    changed = replace(results[order[0]], digests={TASK.name: "0 another"})
    records.enter(course.folder, TOPIC.title, [changed])
    again = opened(browser, course)  # a browser that remembers nothing
    assert again.locator("#done").inner_text() == "1 of 3 marked"
    again.keyboard.press("2")
    saved(again, course, "marks (1).csv")
    mark = marks.standings(TOPIC, changed, marks.read(course.folder))[TASK.name]
    assert (mark.points, mark.open, mark.mark.boxes) == (1.0, False, "2")


def test_pointing_does_what_keys_do(browser, course):
    page = opened(browser, course)
    last = page.locator("article").nth(2)
    last.get_by_role("checkbox").nth(1).check()
    assert last.locator(".points").input_value() == "1"
    last.locator(".points").fill("2.5")
    last.locator("textarea").fill("More than the boxes say.")
    page.locator("#save").focus()
    with page.expect_download() as waiting:
        page.locator("#save").click()
    waiting.value.save_as(course.folder / "marks.csv")
    (mark,) = marks.read(course.folder)[TOPIC.title, last.get_attribute("data-student"), TASK.name].values()
    assert (mark.points, mark.comment) == (2.5, "More than the boxes say.")
    assert not page.locator(".student").first.is_visible()
    page.locator("article").first.focus()
    page.keyboard.press("h")
    assert page.locator(".student").first.is_visible()


def test_the_command_says_where_the_page_is(course, capsys):
    command.marking(course, TOPIC)
    assert f"{TOPIC.title}-{TASK.name}.html: open it in a browser" in capsys.readouterr().out

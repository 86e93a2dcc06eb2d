"""A page for marking the essays of a task: all answers side by side, the rubric as boxes, everything by keyboard.

The page is a file. It loads nothing, runs nothing of a student's, and keeps what is ticked in the browser until it is
saved as ``marks-….csv``, which belongs into the course's folder (see `marks`).
"""

import base64
import hashlib
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

from ..judging import NO_ESSAY
from ..tasks import Argue, Topic
from . import assignments, files, marks, notebooks, pages, records
from .batch import Result

SCRIPT = """
const essays = [...document.querySelectorAll("article")];
const about = document.body.dataset;
const kept = "marks " + about.course + " " + about.assignment + " " + about.task;
const known = JSON.parse(document.getElementById("marks").textContent);
let local = {};
try { local = JSON.parse(localStorage.getItem(kept) || "{}"); } catch (error) { local = {}; }
let at = 0;

const name = essay => essay.dataset.student + " " + essay.dataset.digest;
const boxes = essay => [...essay.querySelectorAll("input[type=checkbox]")];
const field = (essay, what) => essay.querySelector(what);
const mark = essay => {
  const [one, other] = [known[name(essay)], local[name(essay)]];
  return one && other ? (other.at >= one.at ? other : one) : one || other;
};

function show(essay) {
  const given = mark(essay);
  const ticked = given ? given.boxes.split(" ") : [];
  boxes(essay).forEach((box, i) => { box.checked = ticked.includes(String(i + 1)); });
  field(essay, ".points").value = given ? given.points : "";
  if (document.activeElement !== field(essay, "textarea")) field(essay, "textarea").value = given ? given.comment : "";
  essay.classList.toggle("marked", Boolean(given) && given.points !== "");
  const done = essays.filter(each => each.classList.contains("marked")).length;
  document.getElementById("done").textContent = done + " of " + essays.length + " marked";
}

function keep(essay, points) {
  const ticked = boxes(essay).map((box, i) => box.checked ? i + 1 : 0).filter(Boolean);
  local[name(essay)] = {
    points: String(points), boxes: ticked.join(" "), comment: field(essay, "textarea").value,
    at: new Date().toISOString(),
  };
  try { localStorage.setItem(kept, JSON.stringify(local)); } catch (error) { /* then it is in the page alone */ }
  show(essay);
}

const sum = essay => boxes(essay).reduce((all, box) => all + (box.checked ? Number(box.dataset.points) : 0), 0);

function go(to) {
  if (!essays.length) return;
  at = Math.max(0, Math.min(essays.length - 1, to));
  essays.forEach((essay, i) => essay.classList.toggle("here", i === at));
  essays[at].scrollIntoView({ block: "nearest", inline: "nearest" });
  essays[at].focus({ preventScroll: true });
}

function unmarked() {
  for (let i = 1; i <= essays.length; i += 1) {
    const next = (at + i) % essays.length;
    if (!essays[next].classList.contains("marked")) return go(next);
  }
  return go(at);
}

function save() {
  const quoted = text => '"' + String(text).replaceAll('"', '""') + '"';
  const rows = [about.columns.split(" ")];
  for (const essay of essays) {
    const given = mark(essay);
    if (given) rows.push([about.assignment, essay.dataset.student, about.task, essay.dataset.digest,
      given.points, given.boxes, given.comment, given.at]);
  }
  const text = rows.map(row => row.map(quoted).join(",")).join("\\r\\n") + "\\r\\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  link.download = "marks-" + about.assignment + "-" + about.task + ".csv";
  link.click();
}

essays.forEach((essay, i) => {
  show(essay);
  boxes(essay).forEach(box => box.addEventListener("change", () => keep(essay, sum(essay))));
  field(essay, ".points").addEventListener("change", event => keep(essay, event.target.value));
  field(essay, "textarea").addEventListener("change", () => keep(essay, field(essay, ".points").value));
  essay.addEventListener("focusin", () => { if (i !== at) { at = i; go(i); } });
});
document.getElementById("save").addEventListener("click", save);
document.addEventListener("keydown", event => {
  const essay = essays[at];
  if (event.ctrlKey || event.metaKey || event.altKey || !essay) return;
  if (event.target.matches("textarea, .points")) {
    if (event.key === "Escape") essay.focus();
    return;
  }
  const number = Number(event.key);
  if (event.key === "j" || event.key === "ArrowRight") go(at + 1);
  else if (event.key === "k" || event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "n") unmarked();
  else if (event.key === "c") field(essay, "textarea").focus();
  else if (event.key === "s") save();
  else if (event.key === "h") document.body.classList.toggle("names");
  else if (event.key === "0") { boxes(essay).forEach(box => { box.checked = false; }); keep(essay, 0); }
  else if (number >= 1 && number <= boxes(essay).length) boxes(essay)[number - 1].click();
  else return;
  event.preventDefault();
});
go(0);
"""
STYLE = """body { margin: 0; padding: 0; }
header { position: sticky; top: 0; background: #fff; padding: 0.5rem 1rem; z-index: 1; }
header p, h1 { margin: 0; }
h1 { font-size: 1.2rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 1rem; padding: 1rem; }
article { border: 2px solid #ccc; padding: 0.5rem 1rem; scroll-margin: 7rem; }
article.here { border-color: #0b62a8; outline: 2px solid #0b62a8; }
article.marked { background: #eef6ee; }
article h2 { font-size: 1rem; margin: 0; }
body:not(.names) .student { display: none; }
.essay { white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; }
textarea { width: 100%; box-sizing: border-box; }
.points { width: 4rem; }
kbd { border: 1px solid #888; border-radius: 3px; padding: 0 0.3rem; background: #f6f6f6; }
"""
ABOUT = ' data-course="{course}" data-assignment="{assignment}" data-task="{task}" data-columns="{columns}"'
BODY = """<header>
<h1>{title}</h1>
<p><kbd>j</kbd> <kbd>k</kbd> next, previous · <kbd>1</kbd>–<kbd>{last}</kbd> tick a line of the rubric ·
<kbd>0</kbd> no points · <kbd>c</kbd> comment, <kbd>Esc</kbd> back · <kbd>n</kbd> next without a mark ·
<kbd>h</kbd> names · <kbd>s</kbd> save · <span id="done" aria-live="polite"></span></p>
<p><button id="save" type="button">Save marks</button> and put the file into {folder}; make grades then counts them.</p>
</header>
<main>
{essays}
</main>
<script type="application/json" id="marks">{known}</script>
<script>{script}</script>"""
ESSAY = """<article tabindex="0" data-student="{student}" data-digest="{digest}" aria-label="Essay {number}">
<h2>Essay {number} <span class="student">{student}</span></h2>
<div class="essay">{text}</div>
{boxes}
<label>Points <input class="points" type="number" min="0" max="{most}" step="any"> of {most}</label>
<label>Comment <textarea rows="2"></textarea></label>
</article>
"""
BOX = '<label><input type="checkbox" data-points="{points:g}"> {points:g}: {words}</label>'


def write(folder: Path, topic: Topic, course: str) -> list[Path]:
    """Write a page for every essay of an assignment, with the marks that there are."""
    results, given = records.read(folder, topic.title), marks.read(folder)
    written = []
    for task in topic.tasks:
        if isinstance(task, Argue):
            path = folder / "marking" / f"{topic.title}-{task.name}.html"
            files.write_text(
                path, page(topic, task, rubric_of(topic, task), list(results.values()), given, course, folder.resolve())
            )
            written.append(path)
    return written


def rubric_of(topic: Topic, task: Argue) -> list[tuple[float, str]]:
    """The lines of an essay's rubric, in the points that it has here."""
    times = topic.points_of(task) / task.points
    return [(times * points, words) for points, words in notebooks.rubric(assignments.source(topic), task.name)]


def page(
    topic: Topic,
    task: Argue,
    rubric: Sequence[tuple[float, str]],
    results: Sequence[Result],
    given: marks.Marks,
    course: str,
    folder: Path,
) -> str:
    """The page; essays stand in the order of their digests, which is no student's doing and stays as it is."""
    handed = [result for result in results if any(o.task == task.name and o.said != NO_ESSAY for o in result.outcomes)]
    handed.sort(key=lambda result: result.digests[task.name])
    boxes = "\n".join(BOX.format(points=points, words=escape(words)) for points, words in rubric)
    essays = "".join(
        ESSAY.format(
            student=escape(result.student),
            digest=result.digests[task.name],
            number=number,
            text=escape(result.written.get(task.name, "")),
            boxes=boxes,
            most=f"{topic.points_of(task):g}",
        )
        for number, result in enumerate(handed, start=1)
    )
    known = {
        f"{result.student} {digest}": {
            "points": "" if mark.points is None else f"{mark.points:g}",
            "boxes": mark.boxes,
            "comment": mark.comment,
            "at": mark.at,
        }
        for result in handed
        for digest, mark in given.get((topic.title, result.student, task.name), {}).items()
    }
    script = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    title = f"{topic.title}: {task.name}, {len(handed)} essays"
    body = BODY.format(
        title=escape(title),
        last=len(rubric),
        folder=escape(str(folder)),
        essays=essays,
        known=json.dumps(known).replace("<", "\\u003c"),
        script=SCRIPT,
    )
    about = ABOUT.format(course=course, assignment=topic.title, task=task.name, columns=" ".join(marks.COLUMNS))
    return pages.page(title, body, STYLE, about=about, script=f"sha256-{script}")

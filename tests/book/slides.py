"""Slides of what is taught, made of its paths: `python -m tests.book.slides [NAME ...]` writes them into build/slides.

A slide is a piece of text and the cells that follow it: of the text what is read at a glance (headings, first
sentences, formulas, lists), of the cells what they show. The full text is the slide's notes. A file loads nothing.
"""

import base64
import io
import re
import sys
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any

from nbconvert.filters import markdown2html

from .lessons import cells_of, first_sentence, taught
from .notebooks import ROOT, Notebook

SLIDES = ROOT / "build" / "slides"
LONGEST_SHOWN = 8  # lines of code that stand on a slide; more are folded
LONGEST_COLUMN = 22  # lines of an output; more stand in two columns
FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<!\\)\$([^$\n]+)\$", re.DOTALL)
# What Matplotlib's formulas do not know, or want with braces.
SAME = [
    (r"\\(?:bigl|bigr|big|Bigl|Bigr|Big)(?![a-z])", ""),
    (r"\\le(?![a-z])", r"\\leq"),
    (r"\\ge(?![a-z])", r"\\geq"),
    (r"\\[lr]Vert", r"\\Vert "),
    (r"\\[lr]vert", r"\\vert "),
    (r"\\operatorname", r"\\mathrm"),
    (r"\\mathbf\{1\}", "1"),
    (r"\\(?:d|t)?frac\s*(\w)\s*(\w)", r"\\frac{\1}{\2}"),
    (r"\\(?:d|t)?frac\s*(\w)\s*\{", r"\\frac{\1}{"),
    (r"\\(?:d|t)?frac\s*(\w)\s*(\\\w+)", r"\\frac{\1}{\2}"),
    (r"\\(?:d|t)frac", r"\\frac"),
    (r"\\binom\s*(\w)\s*(\w)", r"\\binom{\1}{\2}"),
    (r"\\(sqrt|mathcal)\s+(\w)", r"\\\1{\2}"),
    (r"\\(arg|exp|min|max|log)(?=\\)", r"\\\1 "),
    (r"\\[!]", ""),
    (r"\\\|", r"\\Vert "),
    (r"\\underbrace\{((?:[^{}]|\{[^{}]*\})*)\}_\{(?:[^{}]|\{[^{}]*\})*\}", r"(\1)"),
]


@dataclass
class Slide:
    """A piece of text, the code cells that follow it, and what is said of them afterwards."""

    text: str
    cells: list[Any] = field(default_factory=list)
    after: str = ""


def deck(own: Notebook) -> str:
    """The slides of a lesson or a chapter, as one page of HTML."""
    cells = cells_of(own)
    title = cells[0].source.splitlines()[0].removeprefix("# ")
    sections = "\n".join(map(section, slides(cells)))
    return PAGE.format(title=escape(title), style=STYLE, script=SCRIPT, slides=sections)


def slides(cells: list[Any]) -> list[Slide]:
    """A slide for each piece of text, cut at headings and questions, and for each code cell that shows something."""
    found: list[Slide] = []
    for cell in cells:
        if cell.cell_type == "markdown":
            parts = re.split(r"\n(?=#{2,3} |\d+\. .+\n\n<details>)", "\n" + cell.source.strip())
            for part in filter(None, map(str.strip, parts)):
                first, _, rest = part.partition("\n\n")
                if found and speaks_of_the_last(first, found[-1]):
                    found[-1].after, part = first, rest  # of a picture, what it shows
                if part and found and re.fullmatch(r"#{2,3} .+", found[-1].text) and not found[-1].cells:
                    found[-1].text += f"\n\n{part}"  # a heading and the next thing below it
                elif part:
                    found.append(Slide(part))
        elif not re.match(r"(import|from) ", cell.source):
            if any(each.get("outputs") for each in found[-1].cells):
                found.append(Slide(found[-1].text.splitlines()[0] if found[-1].text.startswith("#") else ""))
            found[-1].cells.append(cell)
    return found


def speaks_of_the_last(text: str, slide: Slide) -> bool:
    """Whether a paragraph says what the cells before it show: not if it opens something, or leads to what follows."""
    if not slide.cells or slide.after or re.match(r"(em|book)\.(card|show_source|explore)", slide.cells[-1].source):
        return False
    return not re.match(r"#|\*\*|\d+\. ", text) and not text.endswith(":")


def section(slide: Slide) -> str:
    """A slide as HTML: what is read at a glance, what cells show, and the full text as notes."""
    seen = "".join(shown(cell, slide.after) for cell in slide.cells)
    body = html(at_a_glance(slide.text)) + seen + html(at_a_glance(slide.after))
    return f'<section><div class="body">{body}</div><aside>{html(slide.text)}{html(slide.after)}</aside></section>'


def at_a_glance(text: str) -> str:
    """Headings, formulas, lists, tables and answers whole; of other paragraphs the first sentence."""
    kept = []
    for part in text.split("\n\n"):
        whole = re.match(r"#|\$\$|[-*] |\d+\. |\||>|<details>", part)
        kept.append(part if whole else first_sentence(part))
    return "\n\n".join(kept)


def html(text: str) -> str:
    """Markdown as HTML, formulas as pictures."""
    formulas: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        formulas.append(formula(match[1] or match[2], block=bool(match[1])))
        return f"FORMULA{len(formulas) - 1}X"

    marked = re.split(r"(`[^`]+`)", text)
    marked[::2] = [FORMULA.sub(put_aside, part) for part in marked[::2]]
    made = str(markdown2html("".join(marked))).replace("¶", "")
    made = re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", made)
    return re.sub(r"FORMULA(\d+)X", lambda match: formulas[int(match[1])], made)


@cache
def formula(tex: str, *, block: bool) -> str:
    """A formula as a picture with its source as alternative text; the source itself where it cannot be set."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import math_to_image

    known = " ".join(tex.split())
    for pattern, other in SAME:
        known = re.sub(pattern, other, known)
    drawn, source = io.BytesIO(), " ".join(tex.split())
    try:
        depth = math_to_image(f"${known}$", drawn, FontProperties(size=12), 72, "svg")
    except ValueError:
        return f"<code>{escape(source)}</code>"
    svg = drawn.getvalue().decode()
    size = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    assert size
    data = base64.b64encode(svg[svg.index("<svg") :].encode()).decode()
    look = f"height: {float(size[2]) / 12:.3f}em; vertical-align: {-depth / 12:.3f}em"
    image = f'<img class="formula" alt="{escape(source)}" style="{look}" src="data:image/svg+xml;base64,{data}">'
    return f'<span class="block">{image}</span>' if block else image


def shown(cell: Any, said: str) -> str:
    """What a code cell shows, and its code, folded unless it is short and shows no picture."""
    outputs = "".join(output(each, cell.metadata.get("alt", said)) for each in cell.get("outputs", []))
    code = f"<pre><code>{escape(cell.source)}</code></pre>"
    if "<img" in outputs or len(cell.source.splitlines()) > LONGEST_SHOWN or cell.source.startswith(("em.", "book.")):
        code = f"<details><summary>code</summary>{code}</details>"
    return f'<div class="cell">{code}{outputs}</div>'


def output(of_cell: Any, said: str) -> str:
    """An output as it looks best: a picture, with its alternative text, a table, a text."""
    data = of_cell.get("data", {})
    if "image/png" in data:
        picture = "".join(data["image/png"]).replace("\n", "")
        return f'<img class="figure" alt="{escape(said)}" src="data:image/png;base64,{picture}">'
    if "text/markdown" in data and "```" in "".join(data["text/markdown"]):  # code
        data = {"text/plain": data["text/plain"]}
    if "text/html" in data:
        return re.sub(r"<style.*?</style>", "", "".join(data["text/html"]), flags=re.DOTALL)
    if "text/markdown" in data:
        return str(markdown2html("".join(data["text/markdown"])))
    text = "".join(data.get("text/plain", of_cell.get("text", "")))
    look = ' class="long"' if text.count("\n") > LONGEST_COLUMN else ""
    return f"<pre{look}>{escape(text)}</pre>" if text else ""


STYLE = """
:root { color-scheme: light; }
body { margin: 0; background: #ddd; font-family: Arial, Helvetica, "DejaVu Sans", sans-serif; color: #111; }
section { display: none; box-sizing: border-box; width: 1280px; height: 720px; padding: 36px 64px; background: #fff;
  position: absolute; left: 0; top: 0; transform-origin: 0 0; overflow: hidden; font-size: 26px; line-height: 1.3; }
section.now { display: block; }
h1, h2, h3 { margin: 0 0 0.5em; line-height: 1.15; }
h1 { font-size: 1.7em; } h2 { font-size: 1.35em; } h3 { font-size: 1.1em; }
p, ul, ol { margin: 0 0 0.6em; } pre { font-size: 0.72em; line-height: 1.25; margin: 0 0 0.5em; white-space: pre-wrap; }
pre.long { columns: 2; column-gap: 2em; }
code { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre:has(code) { background: #f3f3f3; padding: 0.4em; }
table { border-collapse: collapse; font-size: 0.8em; margin-bottom: 0.5em; }
td, th { padding: 0.12em 0.6em; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
.block { display: block; text-align: center; font-size: 1.25em; margin: 0.3em 0; }
.figure { max-width: 100%; max-height: 470px; display: block; margin: 0.3em auto; }
details summary { font-size: 0.65em; color: #555; cursor: pointer; }
aside { display: none; position: fixed; left: 0; right: 0; bottom: 0; max-height: 45%; overflow: auto; background: #ffd;
  font-size: 18px; padding: 12px 64px; border-top: 2px solid #999; }
body.notes section.now aside { display: block; }
#at { position: fixed; right: 12px; bottom: 8px; color: #777; font-size: 14px; }
@page { size: 1280px 720px; margin: 0; }
@media print { body { background: #fff; } section { display: block; position: relative; transform: none !important;
  break-after: page; } #at, aside { display: none !important; } }
"""
SCRIPT = """
const slides = [...document.querySelectorAll("section")], at = document.getElementById("at");
let now = Math.max(0, Math.min(slides.length - 1, (parseInt(location.hash.slice(1)) || 1) - 1));
function fit(slide) {  // smaller letters until all of it is on the slide
  for (let size = 26; slide.scrollHeight > 720 && size > 9; size -= 1) {
    slide.style.fontSize = size + "px";
    slide.querySelectorAll(".figure").forEach(f => { f.style.maxHeight = 470 * size / 26 + "px"; });
  }
}
function show() {
  const scale = Math.min(innerWidth / 1280, innerHeight / 720);
  slides.forEach((slide, i) => { slide.classList.toggle("now", i == now); slide.style.transform = `scale(${scale})`; });
  fit(slides[now]);
  at.textContent = `${now + 1} / ${slides.length}`;
  history.replaceState(null, "", "#" + (now + 1));
}
function turn(by) { now = Math.max(0, Math.min(slides.length - 1, now + by)); show(); }
addEventListener("keydown", e => {
  if (["ArrowRight", "ArrowDown", "PageDown", " "].includes(e.key)) { turn(1); e.preventDefault(); }
  if (["ArrowLeft", "ArrowUp", "PageUp"].includes(e.key)) { turn(-1); e.preventDefault(); }
  if (e.key == "Home") turn(-slides.length);
  if (e.key == "End") turn(slides.length);
  if (e.key == "n") document.body.classList.toggle("notes");
  if (e.key == "a") slides[now].querySelectorAll(".body details").forEach(d => { d.open = !d.open; });
});
addEventListener("resize", show);
addEventListener("hashchange", () => { now = (parseInt(location.hash.slice(1)) || 1) - 1; turn(0); });
addEventListener("beforeprint", () => slides.forEach(slide => {
  slide.style.display = "block";
  fit(slide);
  slide.style.display = "";
}));
addEventListener("load", show);
"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{slides}
</main>
<div id="at" aria-live="polite"></div>
<script>{script}</script>
</body>
</html>
"""


def main() -> None:
    """Write the slides of the notebooks named on the command line, or of all."""
    SLIDES.mkdir(parents=True, exist_ok=True)
    known = taught()
    if unknown := set(sys.argv[1:]) - set(known):
        sys.exit(f"no lesson or chapter is called {', '.join(sorted(unknown))}: {', '.join(known)}")
    for name in sys.argv[1:] or known:
        file = SLIDES / f"{name}.html"
        file.write_text(deck(known[name]), encoding="utf-8")
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()

"""Every page opens without a fault and is open to everybody; nothing on it comes from another host."""

from typing import Any

import pytest

from tests.book.notebooks import ROOT

from .conftest import DESKTOP, PHONE, everything, opens, pages, picture

pytestmark = pytest.mark.site
PAPER = {"width": 672, "height": 1000}  # 178 mm: A4 within its margins
AXE = ROOT / "build" / "website" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
# What axe finds. The contrast of words is asked for once for each look that words have on the page (colour, size,
# weight, what is behind them): a page has thousands of words and some thirty looks.
FAULTS = """async looks => {
    const behind = new Map(), seen = new Map();  // background and opacity at a box; a box with words by its look
    const at = box => {
        if (!box) return ["canvas", ""];
        if (!behind.has(box)) {
            const style = getComputedStyle(box), [ground, faded] = at(box.parentElement);
            const own = style.backgroundColor + style.backgroundImage;
            behind.set(box, [own === "rgba(0, 0, 0, 0)none" ? ground : own, faded + style.opacity.replace(/^1$/, "")]);
        }
        return behind.get(box);
    };
    for (const box of document.querySelectorAll("body *")) {
        const words = [...box.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!words || !box.checkVisibility()) continue;
        const style = getComputedStyle(box);
        const look = [style.color, style.fontSize, style.fontWeight, ...at(box)].join();
        if (!seen.has(look)) seen.set(look, box);
    }
    const contrast = axe.run({include: [...seen.values()]}, {runOnly: ["color-contrast"], resultTypes: ["violations"]});
    const found = (await contrast).violations;
    if (!looks) found.push(...(await axe.run(document, {
        rules: {"color-contrast": {enabled: false}}, resultTypes: ["violations"], preload: false})).violations);
    return found.map(fault => `${fault.id}: ${fault.nodes.length}, such as ${fault.nodes[0].html.slice(0, 200)}`);
}"""
# Where it looks: at everything in both layouts, at colours in all four.
LOOKS = [(DESKTOP, "light", False), (DESKTOP, "dark", True), (PHONE, "dark", False), (PHONE, "light", True)]
TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
# What is cut off on paper: a box that hides its end, or reaches beyond the margin. Formulas are boxes of another kind.
CLIPPED = """() => [...document.querySelectorAll("article *:not(.katex *, svg *)")].filter(box => {
    const style = getComputedStyle(box), place = box.getBoundingClientRect();
    const hides = style.overflowX !== "visible" && box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1;
    return place.width > 1 && place.height > 1 && (hides || place.right > document.documentElement.clientWidth + 1);
}).map(box => `${box.tagName}.${box.className}: ${box.textContent.slice(0, 80)}`)"""
# What stays in its place would stand on every sheet, above the text.
ABOVE = """() => [...document.querySelectorAll("body *")].filter(box => ["fixed", "sticky"].includes(
    getComputedStyle(box).position) && box.checkVisibility()).map(box => `${box.tagName}.${box.className}`)"""
SHOWN = ["index", "search", "metrics", "errata", opens("05").removesuffix(".html"), "reference/precision_recall"]
NOT_SET = "() => [...document.querySelectorAll('.katex-error')].map(formula => formula.textContent)"
WITHOUT_WORDS = "() => [...document.querySelectorAll('article img:not([alt]), article img[alt*=_images]')].length"


def faults(page: Any) -> dict[str, list[str]]:
    """What axe finds on a page, at a desk and on a phone, by day and by night."""
    page.add_script_tag(path=str(AXE))
    found = {}
    for size, scheme, only_colours in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        if told := page.evaluate(FAULTS, only_colours):
            found[f"{size['width']}, {scheme}"] = told
    page.emulate_media(color_scheme="light")
    return found


def wide(page: Any) -> list[int]:
    too_wide = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        too_wide += [size["width"]] if page.evaluate(TOO_WIDE) else []
    return too_wide


def on_paper(page: Any) -> list[str]:
    """What a printed page would clip, or have above its text."""
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    clipped = page.evaluate(CLIPPED) + page.evaluate(ABOVE)
    page.emulate_media(media="screen")
    return clipped


@pytest.mark.parametrize("name", pages())
def test_page_opens_is_whole_and_open_to_everybody(readers: Any, name: str) -> None:
    reader = readers["desk, light"]
    page = reader.goto(name)
    assert reader.wrong == []
    assert page.evaluate(NOT_SET) == []
    assert page.evaluate(WITHOUT_WORDS) == 0
    assert faults(page) == {}
    assert wide(page) == []
    assert on_paper(page) == []
    page.set_viewport_size(DESKTOP)


@pytest.mark.parametrize("name", sorted({*everything()} - {*pages()}))
def test_what_stands_beside_the_pages_is_open_to_everybody(readers: Any, name: str) -> None:
    reader = readers["desk, light"]
    page = reader.goto(name)
    assert reader.wrong == []
    assert faults(page) == {}
    page.set_viewport_size(DESKTOP)


def test_axe_sees_pale_words_and_what_has_no_name(readers: Any) -> None:
    page = readers["desk, light"].goto(opens("05"))
    page.evaluate("""() => document.querySelector("article section p").insertAdjacentHTML(
        "beforeend", "<b style='color: #777; font-size: 11px'>pale by night and by day</b><button></button>")""")
    page.add_style_tag(content="@media (prefers-color-scheme: light) { article b[style] { color: #999 !important } }")
    found = faults(page)
    page.set_viewport_size(DESKTOP)
    assert len(found) == len(LOOKS)
    assert all(any(fault.startswith("color-contrast") for fault in told) for told in found.values())
    assert [name for name, told in found.items() if any(fault.startswith("button-name") for fault in told)] == [
        f"{size['width']}, {scheme}" for size, scheme, only_colours in LOOKS if not only_colours
    ]


@pytest.mark.parametrize("name", SHOWN)
def test_pictures_of_pages_to_look_at(readers: Any, name: str) -> None:
    for who, reader in readers.items():
        page = reader.goto(f"{name}.html")
        page.screenshot(path=picture(f"{name}-{who}"))
        assert reader.wrong == []

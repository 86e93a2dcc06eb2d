// Reading aids: what scrolls can be reached by keyboard, code can be left out, the table of metrics can be filtered.
const root = document.documentElement;

// What the theme leaves unsaid to screen readers.
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "The book");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
for (const summary of document.querySelectorAll("summary[aria-label]")) summary.removeAttribute("aria-label");

// A heading without words heads nothing: the corner of a table is a cell.
for (const corner of document.querySelectorAll("th")) {
  if (!corner.textContent.trim()) corner.replaceWith(document.createElement("td"));
}

function markScrolling() {
  for (const box of document.querySelectorAll("pre, .table-wrapper, .cell_output .text_html, .math, figure")) {
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}
addEventListener("load", markScrolling);
addEventListener("resize", markScrolling);

const codeSwitch = document.getElementById("code-switch");
if (codeSwitch) {
  const show = (without) => {
    root.classList.toggle("without-code", without);
    codeSwitch.setAttribute("aria-pressed", without);
  };
  show(localStorage.getItem("without-code") === "yes");
  codeSwitch.addEventListener("click", () => {
    const without = !root.classList.contains("without-code");
    localStorage.setItem("without-code", without ? "yes" : "no");
    show(without);
  });
}

const filter = document.getElementById("filter");
if (filter) {
  const rows = [...document.querySelectorAll("#metrics tbody tr")];
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    const left = rows.filter((row) => !row.hidden).length;
    document.getElementById("filtered").textContent = `${left} metrics`;
  });
}

for (const explorer of document.querySelectorAll(".explorer")) {
  const states = JSON.parse(explorer.querySelector("script").textContent);
  const [slider, said, image] = ["input", "output", "img"].map((part) => explorer.querySelector(part));
  const move = () => {
    const state = states[slider.value];
    slider.setAttribute("aria-valuetext", Number(state.at.toPrecision(3)));
    said.textContent = state.said;
    if (image) Object.assign(image, { src: image.src.replace(/\d+\.png$/, `${slider.value}.png`), alt: state.said });
  };
  slider.addEventListener("input", move);
  move();
}

// Reading aids: what scrolls can be reached by keyboard, code can be left out, the table of metrics can be filtered.
const root = document.documentElement;

// What the theme leaves unsaid to screen readers.
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "The book");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
for (const summary of document.querySelectorAll("summary[aria-label]")) summary.removeAttribute("aria-label");

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

// Reading aids: what scrolls can be reached by keyboard, code can be left out, the table of metrics can be filtered.
const root = document.documentElement;

// What the theme leaves unsaid to screen readers.
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "The book");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
for (const summary of document.querySelectorAll("summary[aria-label]")) summary.removeAttribute("aria-label");
const up = document.querySelector(".back-to-top");
if (up) document.querySelector("[role=main]")?.append(up);

// A heading without words heads nothing: the corner of a table is a cell.
for (const corner of document.querySelectorAll("th")) {
  if (!corner.textContent.trim()) corner.replaceWith(document.createElement("td"));
}

// On a phone, a wide picture is wider than the screen, so that its words can be read; its box scrolls, and says so.
const LEGIBLE = 640, SMALLER = 0.62; // pixels of a picture that fit on a phone; how small others may get
function widen(image) {
  const wide = parseInt(image.style.width) || image.naturalWidth; // a sharp one has twice the pixels
  if (wide <= LEGIBLE) return;
  const box = Object.assign(document.createElement("div"), { className: "pictured" });
  image.style.setProperty("--legible", `${SMALLER * wide}px`);
  image.replaceWith(box);
  box.append(image);
  (box.closest("a") ?? box).after(Object.assign(document.createElement("small"), { className: "goes-on", textContent: "The picture goes on to the right →" }));
  markScrolling();
}
for (const image of document.querySelectorAll(".cell_output img")) {
  if (image.complete) widen(image);
  else image.addEventListener("load", () => widen(image), { once: true });
}

// On a phone, a notebook that is run has the screen to itself: JupyterLab's list of files would take most of it.
if (matchMedia("(max-width: 46em)").matches) {
  for (const link of document.querySelectorAll('a[href*="lite/lab/"]')) link.href = link.href.replace("lite/lab/", "lite/notebooks/");
}

// A table in plain text is read by its columns: on a phone it scrolls, where other outputs wrap.
for (const box of document.querySelectorAll(".cell_output pre")) {
  const rows = box.textContent.split("\n").filter((line) => /\S {2,}\S.*\S {2,}\S/.test(line));
  if (rows.length > 1) box.classList.add("columns");
}

// Words in a table begin at the left, and keep some width beside many columns, so that rows stay low; the table scrolls.
for (const cell of document.querySelectorAll("article td")) {
  const text = cell.textContent;
  cell.classList.toggle("wordy", /[a-z]{2} \S*[a-z]{2}/i.test(text));
  cell.style.setProperty("--wide", `${Math.min(text.length / 6, 20)}em`);
}

function markScrolling() {
  for (const box of document.querySelectorAll("pre, .table-wrapper, .cell_output .text_html, .math, figure, .pictured")) {
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}
addEventListener("load", markScrolling);
addEventListener("resize", markScrolling);

// What is worth taking along gets a button: code, printed results, and the line that reports a score.
function copyButton(box, text) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
    } catch { // a page that was opened as a file
      const field = Object.assign(document.createElement("textarea"), { value: text() });
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  box.classList.add("copied");
  box.append(button);
}
for (const box of document.querySelectorAll("article .highlight")) copyButton(box, () => box.querySelector("pre").textContent);
for (const line of document.querySelectorAll("article p > strong:first-child")) {
  const report = line.parentElement;
  if (line.textContent.startsWith("Report it like this")) {
    const words = report.textContent.slice(line.textContent.length).trim();
    copyButton(report, () => words);
  }
}

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
  const rows = [...document.querySelectorAll("#metrics tbody tr, #elsewhere tr")];
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    const left = rows.filter((row) => !row.hidden && row.closest("#metrics")).length;
    document.getElementById("filtered").textContent = `${left} metrics`;
  });
}

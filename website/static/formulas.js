// Sphinx puts this on pages with formulas, and only there: KaTeX sets them, from files beside this one.
const here = document.currentScript.src.replace(/[^/]*$/, "");

function add(tag, attributes) {
  const element = Object.assign(document.createElement(tag), attributes);
  document.head.append(element);
  return new Promise((loaded) => element.addEventListener("load", loaded));
}

const style = add("link", { rel: "stylesheet", href: here + "katex.min.css" });
add("script", { src: here + "katex.min.js" }).then(async () => {
  await style;
  for (const formula of document.querySelectorAll(".math")) {
    const text = formula.textContent.trim();
    const tex = text.replace(/^\\[([]|\\[)\]]$/g, "");
    katex.render(tex, formula, { displayMode: text.startsWith("\\["), throwOnError: false });
  }
  document.documentElement.dataset.formulas = "set";
});

// Draws the diagrams in the colours of the page. Without this script their text stays.
const dark = matchMedia("(prefers-color-scheme: dark)");

async function draw() {
    mermaid.initialize({startOnLoad: false, theme: dark.matches ? "dark" : "neutral"});
    for (const [number, code] of document.querySelectorAll("code.language-mermaid").entries()) {
        const text = code.textContent;
        const {svg} = await mermaid.render(`diagram-${number}`, text);
        const figure = code.closest("pre").previousElementSibling?.matches("figure.diagram")
            ? code.closest("pre").previousElementSibling
            : document.createElement("figure");
        figure.className = "diagram";
        figure.tabIndex = 0;
        figure.innerHTML = svg;
        // On a narrow screen it is scrolled rather than made too small to read.
        figure.firstElementChild.style.minWidth = `min(${figure.firstElementChild.style.maxWidth}, 40rem)`;
        code.closest("pre").before(figure);
        code.closest("pre").hidden = true;
    }
}

dark.addEventListener("change", draw);
draw();

// Copy buttons for blocks of code. A page without scripts has none. The prompt of a command is not copied, and neither is its output.
const PROMPT = /^[$#] /;

function copied(code) {
    const lines = code.textContent.trimEnd().split("\n");
    if (!code.className.includes("shellsession") || !lines.some(line => PROMPT.test(line))) {
        return lines.join("\n");
    }
    const kept = [];
    let continued = false;
    for (const line of lines) {
        if (continued || PROMPT.test(line)) {
            kept.push(continued ? line : line.replace(PROMPT, ""));
            continued = line.endsWith("\\");
        }
    }
    return kept.join("\n");
}

for (const code of document.querySelectorAll("pre > code:not(.language-mermaid)")) {
    const block = document.createElement("div");
    block.className = "block";
    code.parentElement.replaceWith(block);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    block.append(code.parentElement, button);
    button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(copied(code));
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
}

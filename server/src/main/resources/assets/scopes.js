// The table in which scopes are chosen: a search, "select all read", and the number of chosen scopes.
// The tools are hidden in the page, because they would do nothing without this script.
for (const section of document.querySelectorAll(".scope-choice")) {
    const tools = section.querySelector(".scope-tools");
    const search = tools.querySelector("[data-scope-search]");
    const count = tools.querySelector("[data-scope-count]");
    const boxes = [...section.querySelectorAll("input[name=scope]")];
    const rows = [...section.querySelectorAll("tbody tr:not(.group)")];

    const showCount = () => {
        const chosen = boxes.filter((box) => box.checked).length;
        const text = chosen === 1 ? count.dataset.one : count.dataset.many.replace("2", chosen);
        count.textContent = text;
    };

    const filter = () => {
        const wanted = search.value.trim().toLowerCase();
        for (const row of rows) {
            row.hidden = !row.textContent.toLowerCase().includes(wanted);
        }
        for (const group of section.querySelectorAll("tbody")) {
            group.hidden = [...group.querySelectorAll("tr:not(.group)")].every((row) => row.hidden);
        }
    };

    tools.querySelector("[data-scope-all]").addEventListener("click", () => {
        for (const box of boxes) {
            box.checked ||= box.value.startsWith("read:") && !box.closest("tr").hidden;
        }
        showCount();
    });
    search.addEventListener("input", filter);
    search.addEventListener("keydown", (event) => {
        if (event.key === "Enter") {
            event.preventDefault();
        }
    });
    section.addEventListener("change", showCount);
    tools.hidden = false;
    showCount();
}

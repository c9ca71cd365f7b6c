// The tools of a form with a table of check boxes: "Select all on this page", and the number of selected rows.
// The tools are hidden in the page, because they would do nothing without this script.
for (const tools of document.querySelectorAll("[data-select]")) {
    const form = tools.closest("form");
    const all = tools.querySelector("input");
    const count = tools.querySelector("output");
    const boxes = [...form.elements].filter((each) => each.type === "checkbox" && each.name);

    const showCount = () => {
        const chosen = boxes.filter((box) => box.checked).length;
        count.textContent = count.dataset.text.replace("#", chosen);
        all.checked = chosen > 0 && chosen === boxes.length;
        all.indeterminate = chosen > 0 && chosen < boxes.length;
    };

    all.addEventListener("change", () => {
        for (const box of boxes) {
            box.checked = all.checked;
        }
        showCount();
    });
    for (const box of boxes) {
        box.addEventListener("change", showCount);
    }
    // A browser that goes back to the page restores the check boxes after it has run the script.
    addEventListener("pageshow", showCount);
    tools.hidden = boxes.length === 0;
    showCount();
}

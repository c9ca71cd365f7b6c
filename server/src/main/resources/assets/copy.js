// Copy buttons for what is shown once. They are hidden in the page: without this script they would do nothing.
for (const button of document.querySelectorAll("button[data-copies]")) {
    const code = document.getElementById(button.dataset.copies);
    const status = button.nextElementSibling;
    button.hidden = false;
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(code.textContent);
            status.textContent = button.dataset.done;
        } catch {
            // The browser would not: then the value stands selected, and the keyboard copies it.
            getSelection().selectAllChildren(code);
        }
    });
}

// What the pages of the console do with scripts. Everything is bound to the document, because parts of a page are replaced.
// What would do nothing without this script is hidden in the page.

const reveal = () => {
    for (const tool of document.querySelectorAll("[data-copies]")) {
        tool.hidden = false;
    }
    for (const form of document.forms) {
        showChosen(form);
    }
    for (const moment of document.querySelectorAll("[data-local]")) {
        const inZone = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "long" });
        moment.textContent = inZone.format(new Date(moment.dataset.local));
    }
};

// Copy buttons

const copy = async (button) => {
    const shown = document.getElementById(button.dataset.copies);
    try {
        await navigator.clipboard.writeText(shown ? shown.textContent : button.dataset.copy);
        say(button.dataset.done);
        button.classList.add("done");
        setTimeout(() => button.classList.remove("done"), 2000);
    } catch {
        // The browser would not: then the value stands selected, and the keyboard copies it.
        if (shown) {
            getSelection().selectAllChildren(shown);
        }
    }
};

// Toasts: short messages that do not move the page

const say = (text) => {
    const toasts = document.getElementById("toasts");
    const toast = document.createElement("p");
    toast.textContent = text;
    toasts.append(toast);
    setTimeout(() => toast.remove(), 5000);
};

// The selected rows of a table

const boxesOf = (form) => [...form.elements].filter((each) => each.type === "checkbox" && each.name);

const showChosen = (form) => {
    const count = form.querySelector("[data-chosen]");
    if (!count) {
        return;
    }
    const boxes = boxesOf(form);
    const chosen = boxes.filter((box) => box.checked).length;
    count.textContent = chosen > 0 ? count.dataset.text.replace("#", chosen) : "";
    const all = boxes[0]?.closest("table")?.querySelector("[data-all]");
    if (all) {
        all.checked = chosen > 0 && chosen === boxes.length;
        all.indeterminate = chosen > 0 && chosen < boxes.length;
    }
};

const choose = (box) => {
    if ("all" in box.dataset) {
        const boxes = [...box.closest("table").querySelectorAll("tbody input[type=checkbox][form]")];
        for (const each of boxes) {
            each.checked = box.checked;
        }
        if (boxes.length > 0) {
            showChosen(boxes[0].form);
        }
    } else if (box.form) {
        showChosen(box.form);
    }
};

// The palette

const palette = () => document.getElementById("palette");

const openPalette = () => {
    const dialog = palette();
    if (dialog && !dialog.open) {
        dialog.showModal();
        const field = dialog.querySelector("input");
        field.select();
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
};

const move = (step) => {
    const stops = [...palette().querySelectorAll("input, #palette-hits a")];
    const at = stops.indexOf(document.activeElement);
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
};

const inPalette = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && event.target.matches("input")) {
        const first = palette().querySelector("#palette-hits a");
        if (first) {
            event.preventDefault();
            first.click();
        }
    }
};

// The keys of a list: j and k go to the next and the previous row, x selects it, e changes it

const ROW = "main .table tbody tr:has(th a, a[data-drawer])";

const go = (step) => {
    const rows = [...document.querySelectorAll(ROW)];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.querySelector("th a, a[data-drawer]").focus();
};

const KEYS = {
    j: () => go(1),
    k: () => go(-1),
    x: () => document.activeElement.closest("tr")?.querySelector(".mark input")?.click(),
    e: () => document.activeElement.closest("tr[data-edit]") && location.assign(document.activeElement.closest("tr").dataset.edit),
    "/": openPalette,
    "?": () => document.getElementById("keys")?.showModal(),
};

const isTyping = (element) => element.matches("input:not([type=checkbox]), select, textarea, [contenteditable]");

document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        openPalette();
        return;
    }
    if (palette()?.open) {
        inPalette(event);
        return;
    }
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target);
    if (isPlain && KEYS[event.key] && !document.querySelector("dialog[open]")) {
        event.preventDefault();
        KEYS[event.key]();
    }
});

document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copies], [data-copy], [data-palette]");
    if (button && "palette" in button.dataset && palette()) {
        event.preventDefault();
        openPalette();
    } else if (button) {
        copy(button);
    } else if (event.target.closest("tr[data-entry]") && !event.target.closest("a, summary, details, button")) {
        // A line of the audit log opens as a whole.
        event.target.closest("tr[data-entry]").querySelector("a[data-drawer]")?.click();
    } else if (event.target.matches("dialog[open]")) {
        // A click beside the dialog is one on its backdrop.
        event.target.close();
    }
});
// A form with changes that are not saved: the browser asks before it leaves the page.
const changed = new Set();
document.addEventListener("input", (event) => {
    if (event.target.form?.closest("[data-guard]")) {
        changed.add(event.target.form);
        event.target.form.dataset.changed = "";
    }
});
document.addEventListener("submit", (event) => changed.delete(event.target));
addEventListener("beforeunload", (event) => {
    if (changed.size > 0) {
        event.preventDefault();
    }
});

// What a bar of a chart stands for, beside the pointer
document.addEventListener("pointermove", (event) => {
    const tip = document.getElementById("tip");
    const bar = event.target.closest?.("[data-tip]");
    if (!tip) {
        return;
    }
    tip.hidden = !bar;
    if (bar) {
        tip.textContent = bar.dataset.tip;
        const right = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 12);
        tip.style.translate = `${right}px ${event.clientY - 36}px`;
    }
});
// What waits for something, such as the first call of a credential, looks for it every few seconds: for ten minutes, and
// while the page is seen.
let looksLeft = 120;
setInterval(() => {
    const waiting = document.querySelector("[data-waits]");
    if (waiting && !document.hidden && looksLeft > 0) {
        looksLeft -= 1;
        waiting.dispatchEvent(new Event("look"));
    }
}, 5000);

// The drawer: the page of an entry beside its list. On a phone it is the page.
const drawer = document.getElementById("drawer");
let opener;
if (drawer) {
    const part = drawer.querySelector("[hx-get]");
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a[data-drawer]");
        const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
        if (link && isPlain && matchMedia("(min-width: 48rem)").matches) {
            event.preventDefault();
            opener = link;
            part.dispatchEvent(new Event("open"));
        }
    });
    part.addEventListener("htmx:configRequest", (event) => {
        event.detail.path = opener.getAttribute("href");
    });
    part.addEventListener("htmx:afterRequest", (event) => {
        if (!event.detail.successful || !part.querySelector("#entry")) {
            location.assign(opener.href);
        }
    });
    part.addEventListener("htmx:afterSwap", () => {
        drawer.show();
        drawer.scrollTop = 0;
        part.querySelector("h2")?.focus();
    });
    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && drawer.open && !document.querySelector("dialog:modal")) {
            drawer.close();
        }
    });
    drawer.addEventListener("close", () => opener?.focus());
}
document.addEventListener("change", (event) => choose(event.target));
document.addEventListener("htmx:afterSwap", reveal);
// An address names only the filters that are set.
document.addEventListener("htmx:configRequest", (event) => {
    for (const [name, value] of [...event.detail.formData]) {
        if (value === "") {
            event.detail.formData.delete(name);
        }
    }
});
// A browser that goes back to the page restores the check boxes after it has run the script.
addEventListener("pageshow", reveal);
reveal();

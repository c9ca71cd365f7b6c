// Follows a log: every few moments it asks for the entries that are newer than the first row. One request at a
// time, none while the page is hidden, and none after ten minutes without a key or a click: otherwise a page
// that was left open would keep its session in use. Without this script there is the link "Refresh".
const EVERY_MILLIS = 5000;
const PAUSE_AFTER_MILLIS = 10 * 60 * 1000;
const MOST_ROWS = 500;
const A_FULL_PAGE = 50;

let button;
let status;
let timer;
let isLooking = false;
let lastAct = Date.now();

const follows = () => button.getAttribute("aria-pressed") === "true";

const stop = (text) => {
    clearTimeout(timer);
    button.setAttribute("aria-pressed", "false");
    history.replaceState(null, "", location.pathname + location.search);
    status.textContent = text;
};

const add = (html) => {
    const rows = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll(".entries > table > tbody > tr")];
    const body = document.querySelector(".entries tbody");
    const isTooMuch = rows.length >= A_FULL_PAGE || !body || body.rows.length > MOST_ROWS;
    if (body && button.dataset.full === "replace") {
        const before = rows.length >= A_FULL_PAGE ? [] : [...body.rows];
        body.replaceChildren(...rows, ...before.slice(0, MOST_ROWS - rows.length));
        return;
    }
    if (isTooMuch) {
        location.reload();
        return;
    }
    body.prepend(...rows);
    body.dispatchEvent(new Event("rows-added", { bubbles: true }));
};

const look = async () => {
    if (isLooking) {
        return;
    }
    if (Date.now() - lastAct > PAUSE_AFTER_MILLIS) {
        stop(button.dataset.paused);
        return;
    }
    if (!document.hidden) {
        const first = document.querySelector("tr[data-entry]");
        const address = new URL(button.dataset.follow, location.href);
        address.searchParams.set("since", first ? first.dataset.entry : "0");
        isLooking = true;
        try {
            const answer = await fetch(address, { redirect: "error" });
            if (!answer.ok) {
                stop(button.dataset.broken);
                return;
            }
            if (answer.status === 200 && follows()) {
                add(await answer.text());
            }
        } catch {
            stop(button.dataset.broken);
            return;
        } finally {
            isLooking = false;
        }
    }
    if (follows()) {
        timer = setTimeout(look, button.dataset.every ?? EVERY_MILLIS);
    }
};

const start = () => {
    lastAct = Date.now();
    button.setAttribute("aria-pressed", "true");
    history.replaceState(null, "", "#follow");
    status.textContent = "";
    look();
};

// A filter replaces the button, and with it ends what was followed.
const bind = () => {
    clearTimeout(timer);
    button = document.querySelector("[data-follow]");
    status = document.querySelector("[data-follow-status]");
    if (button) {
        button.hidden = false;
    }
};

document.addEventListener("click", (event) => {
    if (button?.contains(event.target)) {
        follows() ? stop("") : start();
    }
});
for (const act of ["pointerdown", "keydown"]) {
    document.addEventListener(act, () => {
        lastAct = Date.now();
    });
}
document.addEventListener("visibilitychange", () => {
    if (button && follows() && !document.hidden) {
        clearTimeout(timer);
        look();
    }
});
document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "grid") {
        bind();
    }
});
bind();
if (button && location.hash === "#follow") {
    start();
}

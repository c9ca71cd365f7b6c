// The form of a new credential. When a person leaves a field, the server checks the form, and the error appears beside
// the field. The preview, which is the consent page of a personal credential and the scopes of an organization
// credential, follows what is entered. Without this script the errors appear when the form is sent, and a button shows
// the preview of the consent page.
const preview = document.getElementById("preview");
const form = preview.closest("form");
const name = form.querySelector("input[name=name]");
const networks = form.querySelector("textarea[name=networks]");
const redirects = [...form.querySelectorAll("input[name=redirect_uri]")];
const scopes = form.querySelector(".scope-choice");
const boxes = [...scopes.querySelectorAll("input[name=scope]")];

// What has been left so far. Only these show errors, because a person has not come to the others yet.
const left = new Set();
let latest = 0;

const show = (field, help, message) => {
    help.dataset.help ??= help.classList.contains("flaw") ? "" : help.textContent;
    const text = message ?? help.dataset.help;
    if (help.textContent !== text) {
        help.textContent = text;
    }
    help.classList.toggle("flaw", message !== undefined);
    help.hidden = text === "";
    if (field === scopes) {
        return;
    }
    field.setAttribute("aria-describedby", help.id);
    if (message === undefined) {
        field.removeAttribute("aria-invalid");
    } else {
        field.setAttribute("aria-invalid", "true");
    }
};

// The server numbers the addresses that are entered, and each address once.
const redirectErrors = (errors) => {
    const found = new Map();
    const entered = [];
    for (const field of redirects) {
        const value = field.value.trim();
        if (field.value !== "" && !entered.includes(value)) {
            found.set(field, errors[`redirect_uri.${entered.length}`]);
            entered.push(value);
        }
    }
    if (entered.length === 0) {
        found.set(redirects[0], errors["redirect_uri.0"]);
    }
    return found;
};

const check = async () => {
    latest += 1;
    const mine = latest;
    const entered = new FormData(form);
    // The server would compare the password each time, and count a wrong one. A passkey confirms once.
    entered.delete("current_password");
    entered.delete("current_passkey");
    const answer = await fetch(`${form.getAttribute("action")}/check`, {
        method: "POST",
        body: new URLSearchParams(entered),
        redirect: "manual",
    }).catch(() => undefined);
    if (answer === undefined || !answer.ok) {
        return;
    }
    const { errors } = await answer.json();
    if (mine !== latest) {
        return;
    }
    const ofRedirects = redirectErrors(errors);
    for (const field of left) {
        if (field === scopes) {
            show(field, document.getElementById("scope-help"), errors.scope);
        } else if (field === networks) {
            show(field, document.getElementById("networks-help"), errors.networks);
        } else {
            const message = field === name ? errors.name : ofRedirects.get(field);
            show(field, field.closest(".field").querySelector("small"), message);
        }
    }
};

const leave = (event) => {
    if (event.target === name || event.target === networks || redirects.includes(event.target)) {
        left.add(event.target);
        check();
    } else if (scopes.contains(event.target) && !scopes.contains(event.relatedTarget)) {
        left.add(scopes);
        check();
    }
};

const updateName = (unnamed) => {
    const shown = name.value.trim() || unnamed;
    for (const text of preview.querySelectorAll("[data-preview-name]")) {
        text.textContent = text.dataset.previewName.replace("{0}", () => shown);
    }
    preview.querySelector(".initial").textContent = [...shown][0];
};

const update = () => {
    const example = preview.querySelector("[data-preview-unnamed]");
    if (example !== null) {
        updateName(example.dataset.previewUnnamed);
    }
    const chosen = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const group of preview.querySelectorAll("[data-preview-scopes]")) {
        let count = 0;
        for (const scope of group.querySelectorAll("[data-preview-scope]")) {
            scope.hidden = !chosen.has(scope.dataset.previewScope);
            count += scope.hidden ? 0 : 1;
        }
        group.hidden = count === 0;
        group.querySelector("[data-preview-count]").textContent = count;
    }
    preview.querySelector("[data-preview-none]").hidden = chosen.size > 0;
};

form.addEventListener("focusout", leave);
form.addEventListener("input", update);
scopes.addEventListener("click", update);
form.querySelector("button[name=preview]")?.setAttribute("hidden", "");
preview.hidden = false;
update();

// Forms that are sent with a passkey: the browser asks the authenticator, and the answer goes into the form.
// Without this script the form is sent without an answer, and the server says what passkeys need.
const sign = (options) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options)) });

const create = (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options)) });

const isSupported = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";

const all = (selector) => (isSupported ? document.querySelectorAll(selector) : []);

for (const form of all("form[data-passkey]")) {
    const status = form.querySelector(":scope > [role=status]");
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const sender = event.submitter;
        status.textContent = "";
        try {
            const ask = form.dataset.passkey === "create" ? create : sign;
            const credential = await ask(form.dataset.options);
            form.elements.passkey.value = JSON.stringify(credential.toJSON());
            if (sender?.hasAttribute("formaction")) {
                form.action = sender.getAttribute("formaction");
            }
            form.submit();
        } catch {
            status.textContent = form.dataset.failed;
        }
    });
}

// A passkey in place of the password that a form for a sensitive action asks for.
for (const again of all("[data-again]")) {
    const status = again.querySelector("[role=status]");
    const button = again.querySelector("button");
    const password = document.getElementById(again.dataset.password);
    again.hidden = false;
    button.addEventListener("click", async () => {
        try {
            const credential = await sign(again.dataset.again);
            again.querySelector("input").value = JSON.stringify(credential.toJSON());
            password.disabled = true;
            password.closest(".field").hidden = true;
            button.hidden = true;
            status.textContent = again.dataset.confirmed;
        } catch {
            status.textContent = again.dataset.failed;
        }
    });
}

// Forms that are sent with a passkey: the browser asks the authenticator, and the answer goes into the form.
// Without this script the form is sent without an answer, and the server says what passkeys need.
const ask = (form) => {
    const options = JSON.parse(form.dataset.options);
    return form.dataset.passkey === "create"
        ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
};

const isSupported = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === "function";

for (const form of isSupported ? document.querySelectorAll("form[data-passkey]") : []) {
    const status = form.querySelector("[role=status]");
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const sender = event.submitter;
        status.textContent = "";
        try {
            const credential = await ask(form);
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

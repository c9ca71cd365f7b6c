// Sends the call of the form from the browser, so that calls to other services can be tried too. The token stays in this page: the request goes to this server only, without cookies.
const form = document.querySelector("[data-send]").form;
const status = form.querySelector("[data-status]");
const result = document.getElementById("call-transcript");
const [request, answer] = result.querySelectorAll("pre code");
const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());
const masked = (token) => "****" + (token.length < 20 ? "" : token.slice(-4));

form.querySelector("[data-send]").hidden = false;
document.querySelector("[data-without-script]")?.remove();

function target() {
    const segments = [];
    for (const segment of form.elements.path.value.split("/").slice(1)) {
        if (segment === "**") {
            segments.push(...form.elements.rest.value.split("/").filter((part) => part !== "").map(encoded));
        } else if (segment.startsWith("{")) {
            segments.push(encoded(form.elements["segment_" + segment.slice(1, -1)].value));
        } else {
            segments.push(segment);
        }
    }
    const query = new URLSearchParams(form.elements.query.value).toString();
    return "/" + segments.join("/") + (query === "" ? "" : "?" + query);
}

form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const method = form.elements.method.value;
    const body = form.elements.body?.value ?? "";
    const token = form.elements.token.value.trim();
    const path = target();
    const headers = body === "" ? {} : { "Content-Type": "application/json" };
    const shown = (known) => Object.entries({ Authorization: "Bearer " + known, ...headers })
        .map(([name, value]) => name + ": " + value + "\n")
        .join("");
    request.textContent = method + " " + path + " HTTP/1.1\nHost: " + location.host + "\n" + shown(masked(token)) + (body === "" ? "" : "\n" + body);
    try {
        const received = await fetch(path, {
            method,
            headers: { Authorization: "Bearer " + token, ...headers },
            body: body === "" ? undefined : body,
            credentials: "omit",
            redirect: "manual",
            cache: "no-store",
        });
        const lines = [...received.headers].map(([name, value]) => name + ": " + value + "\n").join("");
        answer.textContent = "HTTP/1.1 " + received.status + "\n" + lines + "\n" + (await received.text()).slice(0, 100000);
        status.textContent = String(received.status);
    } catch (failed) {
        answer.textContent = String(failed);
        status.textContent = failed.name;
    }
    result.hidden = false;
    result.scrollIntoView({ block: "nearest" });
});

// Searches the index, which was built with the site. All words must occur in a part of a page; words in headings count most.
// What was decided or changed once counts less than how things are.
const MOST = 40;
const AROUND = 90;
const field = document.getElementById("search");
const status = document.getElementById("found");
const list = document.getElementById("results");
const headings = document.getElementById("headings");
const index = (await (await fetch("assets/search.json")).json())
    .map(part => ({...part, plain: {page: part.page.toLowerCase(), heading: part.heading.toLowerCase(), text: part.text.toLowerCase()}}));

function weight(part, words) {
    let sum = 0;
    for (const word of words) {
        const here = (part.plain.heading.includes(word) ? 20 : 0)
            + (part.plain.page.includes(word) ? 8 : 0)
            + Math.min(part.plain.text.split(word).length - 1, 5);
        if (here === 0) {
            return 0;
        }
        sum += here;
    }
    return /^(CHANGELOG|bench\/|docs\/decisions\/)/.test(part.address) ? sum / 4 : sum;
}

// The text around the first word that is found, with all found words marked.
function excerpt(part, words) {
    const first = Math.max(0, Math.min(...words.map(word => part.plain.text.indexOf(word)).filter(at => at >= 0), part.text.length));
    const begin = first === part.text.length ? 0 : Math.max(0, first - AROUND);
    const from = begin === 0 ? 0 : part.text.indexOf(" ", begin) + 1;
    const text = part.text.slice(from, from + 2 * AROUND).replaceAll(/\s+/g, " ");
    const line = document.createElement("p");
    line.append(from > 0 ? "…" : "");
    const pattern = new RegExp(`(${words.map(word => RegExp.escape?.(word) ?? word.replaceAll(/[^\w\s]/g, "\\$&")).join("|")})`, "giu");
    for (const [number, piece] of text.split(pattern).entries()) {
        const mark = document.createElement("mark");
        mark.textContent = piece;
        line.append(number % 2 === 1 ? mark : piece);
    }
    line.append(from + 2 * AROUND < part.text.length ? "…" : "");
    return line;
}

function row(part, words) {
    const link = document.createElement("a");
    link.href = part.address;
    link.textContent = part.heading;
    const page = document.createElement("small");
    page.textContent = part.heading === part.page ? "" : part.page;
    const item = document.createElement("li");
    item.append(link, page, excerpt(part, words));
    return item;
}

function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
    const found = words.length === 0
        ? []
        : index.map(part => ({part, weight: weight(part, words)}))
            .filter(({weight}) => weight > 0)
            .sort((one, other) => other.weight - one.weight);
    list.replaceChildren(...found.slice(0, MOST).map(({part}) => row(part, words)));
    list.hidden = found.length === 0;
    headings.hidden = words.length > 0;
    status.textContent = words.length === 0
        ? "All pages and their headings"
        : found.length > MOST ? `The first ${MOST} of ${found.length} places` : `${found.length} places`;
    history.replaceState(null, "", words.length === 0 ? "search.html" : `search.html?q=${encodeURIComponent(field.value)}`);
}

field.value = new URLSearchParams(location.search).get("q") ?? "";
field.form.addEventListener("submit", event => event.preventDefault());
field.addEventListener("input", show);
show();

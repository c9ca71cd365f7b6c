// Shows times in the time zone of the reader, and sends the zone with the filter, so that days begin where the reader is.
// Without this script both are in UTC.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const language = document.documentElement.lang;
const asDay = new Intl.DateTimeFormat(language, { year: "numeric", month: "short", day: "numeric" });
const asTime = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", second: "2-digit" });

// Days begin where the reader is, so the headings are made anew.
const convert = (body) => {
    const heading = body.querySelector(".day");
    const headings = [...body.querySelectorAll(".day")];
    for (const time of body.querySelectorAll("time[datetime]")) {
        time.title = time.dateTime;
        time.textContent = asTime.format(new Date(time.dateTime));
    }
    let day = "";
    for (const time of body.querySelectorAll(".at > time, .at > a > time")) {
        const its = asDay.format(new Date(time.dateTime));
        if (its !== day) {
            day = its;
            const next = heading.cloneNode(true);
            next.firstElementChild.textContent = day;
            time.closest("tr").before(next);
        }
    }
    for (const each of headings) {
        each.remove();
    }
};

const convertIn = (part) => {
    for (const body of part.querySelectorAll(".entries > table > tbody")) {
        convert(body);
    }
};

for (const text of document.querySelectorAll("[data-in-zone]")) {
    text.textContent = text.dataset.inZone.replace("{0}", zone);
}
for (const field of document.querySelectorAll("input[name=zone]")) {
    field.value = zone;
}
convertIn(document);
document.addEventListener("rows-added", (event) => convert(event.target));
document.addEventListener("htmx:afterSwap", (event) => convertIn(event.target));

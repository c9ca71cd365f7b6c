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
    let day = "";
    for (const time of body.querySelectorAll("time[datetime]")) {
        const at = new Date(time.dateTime);
        time.title = time.dateTime;
        time.textContent = asTime.format(at);
        if (asDay.format(at) !== day) {
            day = asDay.format(at);
            const next = heading.cloneNode(true);
            next.firstElementChild.textContent = day;
            time.closest("tr").before(next);
        }
    }
    for (const each of headings) {
        each.remove();
    }
};

for (const text of document.querySelectorAll("[data-in-zone]")) {
    text.textContent = text.dataset.inZone.replace("{0}", zone);
}
for (const field of document.querySelectorAll("input[name=zone]")) {
    field.value = zone;
}
for (const body of document.querySelectorAll(".entries > table > tbody")) {
    convert(body);
}
document.addEventListener("rows-added", (event) => convert(event.target));

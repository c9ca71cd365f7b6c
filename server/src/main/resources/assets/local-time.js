// Shows times in the time zone of the reader, and sends the zone with the filter, so that days begin where the reader is.
// Without this script both are in UTC.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
});

const convert = (part) => {
    for (const time of part.querySelectorAll("time[datetime]")) {
        time.title = time.dateTime;
        time.textContent = format.format(new Date(time.dateTime));
    }
};

for (const text of document.querySelectorAll("[data-in-zone]")) {
    text.textContent = text.dataset.inZone.replace("{0}", zone);
}
for (const field of document.querySelectorAll("input[name=zone]")) {
    field.value = zone;
}
convert(document.querySelector("main"));
document.addEventListener("rows-added", (event) => convert(event.target));

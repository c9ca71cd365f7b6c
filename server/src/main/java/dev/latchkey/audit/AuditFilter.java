package dev.latchkey.audit;

import dev.latchkey.http.Form;
import dev.latchkey.model.AuditEvent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The filter of the audit log. Each field is stored as it was entered, so that the form can show it
 * again. Days are days in UTC. An invalid filter matches no entries, instead of all of them.
 */
public record AuditFilter(
        String organization,
        String from,
        String until,
        String person,
        String client,
        String event,
        String after) {

    /**
     * ISO 8601 also allows years of up to nine digits, but no database can store moments so far
     * away.
     */
    private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    static AuditFilter in(Form query) {
        return new AuditFilter(
                query.value("organization").orElse(""),
                query.value("from").orElse("").strip(),
                query.value("until").orElse("").strip(),
                query.value("person").orElse("").strip().toLowerCase(Locale.ROOT),
                query.value("client").orElse("").strip(),
                query.value("event").orElse(""),
                query.value("after").orElse(""));
    }

    public List<AuditEvent> events() {
        return List.of(AuditEvent.values());
    }

    boolean isValid() {
        return (from.isEmpty() || day(from).isPresent())
                && (until.isEmpty() || day(until).isPresent())
                && (event.isEmpty() || chosenEvent().isPresent());
    }

    Optional<Instant> begin() {
        return day(from).map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    /** The end of the last day of the period. The day that was entered is included. */
    Optional<Instant> end() {
        return day(until).map(day -> day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    Optional<AuditEvent> chosenEvent() {
        return Arrays.stream(AuditEvent.values())
                .filter(known -> known.name().equals(event))
                .findFirst();
    }

    Optional<Long> afterEntry() {
        return after.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(after)) : Optional.empty();
    }

    /**
     * The query of a link with the same filter. {@code last} is the number of the entry after which
     * the page begins; if it is an empty text, the page begins with the newest entry.
     */
    String query(String last) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("organization", organization);
        fields.put("from", from);
        fields.put("until", until);
        fields.put("person", person);
        fields.put("client", client);
        fields.put("event", event);
        fields.put("after", last);
        return fields.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(AuditFilter::encoded)
                .collect(Collectors.joining("&", "?", ""));
    }

    private static String encoded(Map.Entry<String, String> field) {
        return field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8);
    }

    private static Optional<LocalDate> day(String text) {
        if (!DAY.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException invalid) {
            return Optional.empty();
        }
    }
}

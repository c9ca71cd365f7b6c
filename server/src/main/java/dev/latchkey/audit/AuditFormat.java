package dev.latchkey.audit;

import dev.latchkey.http.Json;
import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedAuditEntry;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The trail as a file: read a page at a time while it is sent, however long it is. */
enum AuditFormat {
    CSV("text/csv; charset=utf-8", ".csv") {
        // RFC 4180: lines end in CR LF, and a quotation mark is doubled.
        @Override
        String line(ListedAuditEntry line) {
            return cells(line).map(AuditFormat::cell).collect(Collectors.joining(",")) + "\r\n";
        }

        @Override
        String head() {
            return String.join(",", COLUMNS) + "\r\n";
        }
    },
    JSON_LINES("application/x-ndjson", ".jsonl") {
        @Override
        String line(ListedAuditEntry line) {
            var json = Json.object();
            List<String> cells = cells(line).toList();
            for (int i = 0; i < COLUMNS.size(); i++) {
                if (!cells.get(i).isEmpty()) {
                    json.put(COLUMNS.get(i), cells.get(i));
                }
            }
            return new String(Json.bytes(json), StandardCharsets.UTF_8) + "\n";
        }

        @Override
        String head() {
            return "";
        }
    };

    private static final List<String> COLUMNS =
            List.of(
                    "at",
                    "event",
                    "outcome",
                    "user_id",
                    "email",
                    "about_user_id",
                    "about_email",
                    "client_id",
                    "credential",
                    "org_id",
                    "team_id",
                    "address");

    /** Japanese and Chinese spreadsheets take the full-width signs as well. */
    private static final Pattern FORMULA =
            Pattern.compile(
                    "(^|[;|,\\t\\r\\n])([\\s\"&&[^\\t\\r\\n]]*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20])");

    private final String mediaType;
    private final String ending;

    AuditFormat(String mediaType, String ending) {
        this.mediaType = mediaType;
        this.ending = ending;
    }

    String mediaType() {
        return mediaType;
    }

    String ending() {
        return ending;
    }

    abstract String head();

    abstract String line(ListedAuditEntry line);

    /** {@code next} gives the page after a line, or the first; an empty one is the end. */
    InputStream read(Function<Optional<ListedAuditEntry>, List<ListedAuditEntry>> next) {
        return new Lines(next);
    }

    private final class Lines extends InputStream {
        private final Function<Optional<ListedAuditEntry>, List<ListedAuditEntry>> next;
        private ByteArrayInputStream waiting = bytes(head());
        private Optional<ListedAuditEntry> last = Optional.empty();

        Lines(Function<Optional<ListedAuditEntry>, List<ListedAuditEntry>> next) {
            this.next = next;
        }

        @Override
        public int read() {
            fill();
            return waiting.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            fill();
            return waiting.read(into, offset, length);
        }

        private void fill() {
            if (waiting.available() > 0) {
                return;
            }
            List<ListedAuditEntry> page = next.apply(last);
            if (!page.isEmpty()) {
                last = Optional.of(page.getLast());
                waiting =
                        bytes(
                                page.stream()
                                        .map(AuditFormat.this::line)
                                        .collect(Collectors.joining()));
            }
        }

        private static ByteArrayInputStream bytes(String text) {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Stream<String> cells(ListedAuditEntry line) {
        AuditEntry entry = line.entry();
        return Stream.of(
                entry.moment().at().toString(),
                entry.event().name().toLowerCase(Locale.ROOT),
                entry.outcome(),
                value(entry.user()),
                line.person().orElse(""),
                value(entry.aboutUser()),
                line.about().orElse(""),
                value(entry.client()),
                line.credential().orElse(""),
                value(entry.organization()),
                value(entry.team()),
                entry.moment().address());
    }

    private static String value(Optional<? extends Id> id) {
        return id.map(Id::value).orElse("");
    }

    /**
     * A spreadsheet takes some first signs of a cell for a formula; an apostrophe makes it a text
     * again. Where it expects semicolons or tabs between cells, as it does in many countries, it
     * splits what is one cell here, so the sign after one of them counts as a first one, behind
     * quotes and spaces as well.
     */
    private static String cell(String text) {
        String safe = FORMULA.matcher(text).replaceAll("$1'$2");
        return safe.matches("(?s).*[\",\r\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }
}

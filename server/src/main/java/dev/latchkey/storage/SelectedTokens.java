package dev.latchkey.storage;

import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.TokenRevocation.Ended;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tokens of a selection that have not ended, a page at a time. Each is read once, in an order
 * that never changes, so the pages end however many tokens are issued while they are read.
 *
 * <p>The newest row at the beginning is the bound, and not the time of the request: a node whose
 * clock is ahead may have issued tokens with a later time, and they end as well.
 */
final class SelectedTokens {
    private static final int PAGE = 1_000;

    private static final String NEXT =
            """
            SELECT i.{key} AS selected, i.{time} AS issued_at
            FROM {table} i
            WHERE {condition}
              AND {unended}
              AND i.{time} <= :until
              AND {place}
            ORDER BY {order}
            LIMIT :most
            """;

    private static final String NEWEST =
            """
            SELECT MAX(i.{time}) AS newest
            FROM {table} i
            WHERE {condition}
              AND {unended}
            """;

    private final Database database;
    private final Map<String, Object> values;
    private final Instant until;
    private final Deque<Way> ways;
    private Optional<Selected> last = Optional.empty();

    SelectedTokens(Database database, TokenSelection which) {
        this.database = database;
        this.values = which.values();
        this.ways = new ArrayDeque<>(ways(which));
        this.until = which.issuedBefore().orElseGet(this::newest);
    }

    private enum Table {
        GRANTS("grants", "grant_id", "consented_at", "i.ended_at IS NULL"),
        ORGANIZATION_TOKENS(
                "organization_tokens",
                "token_hash",
                "issued_at",
                "(i.ended_at IS NULL OR i.ended_at > 0)");

        private final String table;
        private final String key;
        private final String time;
        private final String unended;

        Table(String table, String key, String time, String unended) {
            this.table = table;
            this.key = key;
            this.time = time;
            this.unended = unended;
        }

        private Selected read(Sql.Row row) throws SQLException {
            Object key =
                    switch (this) {
                        case GRANTS -> row.text("selected");
                        case ORGANIZATION_TOKENS -> SecretHash.stored(row.bytes("selected"));
                    };
            return new Selected(row.instant("issued_at"), key);
        }
    }

    /** {@code key}: the id of a grant, or the hash of an organization token. */
    private record Selected(Instant at, Object key) {}

    /** The rows of a table with a condition, in the order of their keys or of their times. */
    private record Way(Table table, String condition, boolean byTime) {
        private String text(String text) {
            return text.replace("{table}", table.table)
                    .replace("{condition}", condition)
                    .replace("{unended}", table.unended)
                    .replace("{order}", byTime ? "i.{time}, i.{key}" : "i.{key}")
                    .replace("{key}", table.key)
                    .replace("{time}", table.time);
        }

        private String after(boolean first) {
            if (first) {
                return "TRUE";
            }
            return byTime ? "(i.{time}, i.{key}) > (:last_at, :last)" : "i.{key} > :last";
        }
    }

    /**
     * The grants of a credential are read from the indexes of the unused codes and of the exchanged
     * ones, which are in the order of time. A code may be exchanged between the two, so the grants
     * with a code come first. All other grants are read in the order of their keys.
     */
    private static List<Way> ways(TokenSelection which) {
        Stream<Way> grants =
                which.whose() instanceof TokenSelection.Whose.OfCredential
                        ? which.grants().stream()
                                .flatMap(condition ->
                                        Stream.of(" IS NULL", " IS NOT NULL")
                                                .map(state ->
                                                        new Way(
                                                                Table.GRANTS,
                                                                condition
                                                                        + " AND i.exchanged_at"
                                                                        + state,
                                                                true)))
                        : which.grants().stream()
                                .map(condition -> new Way(Table.GRANTS, condition, false));
        Stream<Way> tokens =
                which.organizationTokens().stream()
                        .map(condition -> new Way(Table.ORGANIZATION_TOKENS, condition, false));
        return Stream.concat(tokens, grants).toList();
    }

    private Instant newest() {
        return database.read(sql -> {
            Instant newest = Instant.EPOCH;
            for (Way way : ways) {
                Optional<Instant> found =
                        sql.one(way.text(NEWEST), row -> row.maybeInstant("newest"), values)
                                .flatMap(at -> at);
                newest = found.filter(newest::isBefore).orElse(newest);
            }
            return newest;
        });
    }

    /** Empty at the end. */
    Page next() {
        while (!ways.isEmpty()) {
            Way way = ways.getFirst();
            List<Selected> rows = read(way);
            last = rows.isEmpty() ? Optional.empty() : Optional.of(rows.getLast());
            if (rows.size() < PAGE) {
                ways.removeFirst();
                last = Optional.empty();
            }
            if (!rows.isEmpty()) {
                return new Page(way.table, rows.stream().map(Selected::key).toList());
            }
        }
        return Page.NONE;
    }

    private List<Selected> read(Way way) {
        var named = new HashMap<String, Object>(values);
        named.put("until", until);
        named.put("most", PAGE);
        last.ifPresent(row -> named.put("last", row.key()));
        if (way.byTime) {
            last.ifPresent(row -> named.put("last_at", row.at()));
        }
        String text = way.text(NEXT.replace("{place}", way.after(last.isEmpty())));
        return database.read(sql -> sql.all(text, way.table::read, named));
    }

    /** Some of the rows, which end in one write. */
    record Page(Table table, List<Object> keys) {
        private static final Page NONE = new Page(Table.GRANTS, List.of());

        private static final String END_GRANT =
                """
                UPDATE grants
                SET ended_at = ?
                WHERE grant_id = ?
                  AND ended_at IS NULL
                """;

        /** An end in the past of every clock, because the clock of another node may be behind. */
        private static final String END_TOKEN =
                """
                UPDATE organization_tokens
                SET ended_at = 0
                WHERE token_hash = ?
                  AND (ended_at IS NULL OR ended_at > ?)
                """;

        boolean isEmpty() {
            return keys.isEmpty();
        }

        /**
         * Counts those that are active by this clock. The others end as well, because they may be
         * active by the clock of another node.
         */
        Ended end(Sql sql, Instant now) throws SQLException {
            return switch (table) {
                case GRANTS -> {
                    int active =
                            sql.updateEach(
                                    END_GRANT + "  AND ends_at > ?\n",
                                    keys,
                                    key -> List.of(now, key, now));
                    sql.updateEach(END_GRANT, keys, key -> List.of(now, key));
                    yield Ended.grants(active);
                }
                case ORGANIZATION_TOKENS -> {
                    int active = sql.updateEach(END_TOKEN, keys, key -> List.of(key, now));
                    sql.updateEach(END_TOKEN, keys, key -> List.of(key, Instant.EPOCH));
                    yield Ended.organizationTokens(active);
                }
            };
        }
    }
}

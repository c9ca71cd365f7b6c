package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The access that people have given to a personal credential, as its owner and administrators see
 * it: the grants of which its app has tokens (docs/decisions/0059). {@link TokenRevocation} ends
 * them, and {@link StandingGrants} has them as the people see them who gave them.
 */
public final class CredentialAccess {
    /**
     * The columns by which grants can be sorted. Only one of them has an index: an index by last
     * use would make every recorded use slower. A large table is therefore sorted by that one. The
     * others are looked up for the rows of a table, so that the rows are still found from the
     * index.
     */
    public enum Column implements SortColumn {
        GRANTED,
        LAST_USE,
        PERSON;

        private static final int MOST_SORTED = 10_000;

        @Override
        public Order order() {
            return switch (this) {
                case GRANTED -> Order.descending("g.consented_at");
                case LAST_USE ->
                        Order.descending(
                                "(SELECT COALESCE(l.last_used_at, 0) FROM grants l WHERE l.grant_id = g.grant_id)");
                case PERSON ->
                        Order.ascending("(SELECT p.name FROM users p WHERE p.user_id = g.user_id)");
            };
        }

        /** Whether a table of so many rows can be sorted by the column. */
        public boolean isOffered(int rows) {
            return this == GRANTED || rows <= MOST_SORTED;
        }
    }

    /** Which grants of a credential a table shows, and which page of them. */
    public record Search(Id.Client client, SearchText text, TablePage<Column> page) {
        /** The page of a table of so many rows. */
        public TablePage<Column> page(int rows) {
            return page.column().isOffered(rows)
                    ? page
                    : TablePage.first(Column.GRANTED, page.size()).at(page.number());
        }
    }

    /** A grant of which the app has a token, with the person who gave it. */
    public record Listed(
            Person person,
            String team,
            Scopes scope,
            Instant consentedAt,
            Optional<Instant> lastUsedAt) {}

    public record Person(Id.User id, String name, String email, String organization) {}

    /**
     * How many people have given access, and how many pairs of tokens the app has. Counting stops
     * at a bound, and then {@code people} is the number among the grants that were counted.
     */
    public record Extent(BoundedCount tokens, int people) {
        public boolean isEmpty() {
            return tokens.counted() == 0;
        }
    }

    /**
     * A grant from before its user was disabled stays inactive for good, so it is not access any
     * more. Only these few are looked up, instead of the users of all grants: by CROSS JOIN SQLite
     * reads the users first. A grant whose code was not exchanged is not access yet.
     */
    private static final String MATCHING =
            """
            FROM grants g
            WHERE g.client_id = :client
              AND g.ended_at IS NULL
              AND g.exchanged_at IS NOT NULL
              AND g.ends_at > :now
              AND g.grant_id NOT IN (SELECT s.grant_id
                  FROM users d
                  CROSS JOIN grants s
                  WHERE s.user_id = d.user_id
                    AND d.times_disabled > 0
                    AND s.client_id = :client
                    AND s.times_disabled <> d.times_disabled){narrowed}
            """;

    private static final String PAGE =
            """
            SELECT g.scope, g.consented_at, g.last_used_at, g.user_id, u.name, u.email, o.name AS organization,
                t.name AS team
            FROM ({keys}) p
            CROSS JOIN grants g
            CROSS JOIN users u
            CROSS JOIN organizations o
            CROSS JOIN teams t
            WHERE g.grant_id = p.grant_id
              AND u.user_id = g.user_id
              AND o.organization_id = u.organization_id
              AND t.team_id = g.team_id
            ORDER BY {order}
            """;

    private static final String EXTENT =
            """
            SELECT COUNT(*) AS tokens, COUNT(DISTINCT user_id) AS people
            FROM (SELECT g.user_id
                {matching}
                LIMIT :most) bounded
            """;

    private final Database database;

    CredentialAccess(Database database) {
        this.database = database;
    }

    public TableRows<Listed> find(Search search, RequestMoment now) {
        var values = values(search.client(), now);
        return database.read(sql -> {
            String text = MATCHING.replace("{narrowed}", withText(sql, search.text(), values));
            var matching = new PagedQuery.Matching("g.grant_id", text, values);
            var query = new PagedQuery<>(matching, PAGE, CredentialAccess::read);
            return query.read(sql, search::page, Map.of());
        });
    }

    /** The access of one person, or of all people. */
    public Extent extent(Id.Client client, Optional<Id.User> whose, RequestMoment now) {
        var values = values(client, now);
        values.put("most", BoundedCount.QUERY_LIMIT);
        whose.ifPresent(person -> values.put("person", person));
        String narrowed = whose.isPresent() ? " AND g.user_id = :person" : "";
        String text = EXTENT.replace("{matching}", MATCHING.replace("{narrowed}", narrowed));
        return database.read(sql ->
                sql.one(
                                text,
                                row ->
                                        new Extent(
                                                new BoundedCount(row.number("tokens")),
                                                row.number("people")),
                                values)
                        .orElseThrow());
    }

    private static Map<String, Object> values(Id.Client client, RequestMoment now) {
        var values = new HashMap<String, Object>();
        values.put("client", client);
        values.put("now", now.at());
        return values;
    }

    /**
     * SQLite lists the people first. If most of them contain the text, the others are the shorter
     * list. PostgreSQL chooses whether it lists them or looks up the person of each grant. A list
     * of all people of a large platform does not fit into its memory (work_mem), and it would read
     * the list again for each grant.
     */
    private String withText(Sql sql, SearchText text, Map<String, Object> values)
            throws SQLException {
        if (text.isEmpty()) {
            return "";
        }
        values.put("text", text.folded());
        return switch (database.dialect()) {
            case POSTGRESQL -> "\n  AND " + personIs("IN", "> 0");
            case SQLITE ->
                    isInMostPeople(sql, text) ? ofPeople("NOT IN", "= 0") : ofPeople("IN", "> 0");
        };
    }

    /** By IS TRUE SQLite looks up the people once, and not for each grant. */
    private String ofPeople(String in, String place) {
        return "\n  AND (" + personIs(in, place) + ") IS TRUE";
    }

    private String personIs(String in, String place) {
        return "g.user_id %s (SELECT u.user_id FROM users u WHERE %s %s)"
                .formatted(in, placeInPerson(":text"), place);
    }

    private boolean isInMostPeople(Sql sql, SearchText text) throws SQLException {
        return sql.one(
                        """
                        SELECT 2 * COUNT(*) > (SELECT COUNT(*) FROM users) AS most
                        FROM users u
                        WHERE {place} > 0
                        """
                                .replace("{place}", placeInPerson("?")),
                        row -> row.flag("most"),
                        text.folded())
                .orElse(false);
    }

    private String placeInPerson(String text) {
        return SearchText.place(database.dialect(), "u.search_text", text);
    }

    private static Listed read(Sql.Row row) throws SQLException {
        return new Listed(
                new Person(
                        new Id.User(row.text("user_id")),
                        row.text("name"),
                        row.text("email"),
                        row.text("organization")),
                row.text("team"),
                Scopes.parse(row.text("scope")),
                row.instant("consented_at"),
                row.maybeInstant("last_used_at"));
    }
}

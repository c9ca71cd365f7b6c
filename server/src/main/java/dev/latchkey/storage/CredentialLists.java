package dev.latchkey.storage;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists of credentials, one page at a time. A page begins after the last credential of the page
 * before. Expensive values are read only for the rows of the page.
 */
public final class CredentialLists {
    /**
     * Which credentials a list shows, and in which order. {@code after} is the last credential on
     * the page before.
     */
    public record Search(
            String text,
            Optional<Type> type,
            Optional<State> state,
            Order order,
            Optional<Id.Client> after) {

        public static final Search ALL =
                new Search("", Optional.empty(), Optional.empty(), Order.NAME, Optional.empty());

        /** The credential types of contract 1.1. */
        public enum Type {
            PERSONAL,
            ORGANIZATION
        }

        /** Whether a credential has an active token that can be used, and if not, why. */
        public enum State {
            LIVE,
            OWNER_DISABLED,
            NO_TOKEN
        }

        public enum Order {
            NAME,
            NEWEST,
            LAST_USED
        }

        public Search after(Id.Client last) {
            return new Search(text, type, state, order, Optional.of(last));
        }

        public boolean isNarrowed() {
            return !text.isEmpty() || type.isPresent() || state.isPresent();
        }
    }

    /** A credential as a list shows it. {@code tokens} is the number of its active tokens. */
    public record Listed(
            Credential credential, String owner, Search.State state, BoundedCount tokens) {}

    /**
     * The states are computed first, because the search compares them. Tokens are counted only for
     * the rows of one page, from indexes, and only up to the number that is shown, because a
     * credential may have a million of them.
     */
    private static final String LIST =
            """
            SELECT c.*,
                CASE WHEN c.type = 'PERSONAL'
                    THEN (SELECT count(*)
                        FROM (SELECT 1
                            FROM grants g
                            WHERE g.client_id = c.client_id
                              AND g.ended_at IS NULL
                              AND g.exchanged_at IS NOT NULL
                              AND g.ends_at > ?
                            LIMIT ?) live)
                    ELSE (SELECT count(*)
                        FROM (SELECT 1
                            FROM organization_tokens t
                            WHERE t.client_id = c.client_id
                              AND (t.ended_at IS NULL OR t.ended_at > ?)
                            LIMIT ?) live)
                    END AS tokens
            FROM (SELECT *
                FROM (SELECT c.*, o.name AS owner,
                        CASE WHEN c.type = 'PERSONAL' AND o.active_since IS NULL THEN 'OWNER_DISABLED'
                            WHEN c.type = 'PERSONAL' THEN 'LIVE'
                            WHEN EXISTS (SELECT 1
                                FROM organization_tokens t
                                WHERE t.client_id = c.client_id
                                  AND (t.ended_at IS NULL OR t.ended_at > ?)) THEN 'LIVE'
                            ELSE 'NO_TOKEN'
                            END AS state
                    FROM credentials c
                    JOIN users o ON o.user_id = c.owner_id
                    WHERE c.deleted_at IS NULL
                      AND {whose}) c
                WHERE 1 = 1{narrowed}
                ORDER BY {order}
                LIMIT ?) c
            ORDER BY {order}
            """;

    private final Database database;

    public CredentialLists(Database database) {
        this.database = database;
    }

    /** The personal credentials that a person owns. */
    public List<Listed> ownedBy(Id.User owner, Search search, int limit, RequestMoment now) {
        return list("c.owner_id = ? AND c.type = 'PERSONAL'", owner, search, limit, now);
    }

    /** The credentials of an organization and the personal credentials of its members. */
    public List<Listed> of(
            Id.Organization organization, Search search, int limit, RequestMoment now) {
        return list("c.organization_id = ?", organization, search, limit, now);
    }

    private List<Listed> list(
            String condition, Id id, Search search, int limit, RequestMoment now) {
        return database.read(sql -> {
            var values = new ArrayList<@Nullable Object>();
            values.add(now.at());
            values.add(BoundedCount.QUERY_LIMIT);
            values.add(now.at());
            values.add(BoundedCount.QUERY_LIMIT);
            values.add(now.at());
            values.add(id);
            var conditions = new StringBuilder();
            addConditions(search, conditions, values);
            if (!addStart(sql, search, conditions, values)) {
                return List.of();
            }
            values.add(limit);
            String text =
                    LIST.replace("{whose}", condition)
                            .replace("{narrowed}", conditions)
                            .replace("{order}", order(search));
            return sql.all(text, CredentialLists::read, values.toArray());
        });
    }

    private static void addConditions(
            Search search, StringBuilder text, List<@Nullable Object> values) {
        if (!search.text().isEmpty()) {
            text.append(" AND (lower(c.name) LIKE ? ESCAPE '!' OR c.client_id = ?)");
            values.add("%" + escaped(search.text().toLowerCase(Locale.ROOT)) + "%");
            values.add(search.text());
        }
        search.type()
                .ifPresent(type -> {
                    text.append(" AND c.type = ?");
                    values.add(type);
                });
        search.state()
                .ifPresent(state -> {
                    text.append(" AND c.state = ?");
                    values.add(state);
                });
    }

    /**
     * Adds the condition for the start of the page. False if the credential after which the page
     * begins does not exist.
     */
    private static boolean addStart(
            Sql sql, Search search, StringBuilder text, List<@Nullable Object> values)
            throws SQLException {
        if (search.after().isEmpty()) {
            return true;
        }
        Id.Client after = search.after().get();
        Optional<Object> key =
                sql.one(
                        """
                        SELECT name, created_at, COALESCE(last_used_at, 0) AS last_used_at
                        FROM credentials
                        WHERE client_id = ?
                        """,
                        row ->
                                switch (search.order()) {
                                    case NAME -> row.text("name");
                                    case NEWEST -> row.instant("created_at");
                                    case LAST_USED -> row.instant("last_used_at");
                                },
                        after);
        text.append(
                switch (search.order()) {
                    case NAME -> " AND (c.name, c.client_id) > (?, ?)";
                    case NEWEST -> " AND (c.created_at, c.client_id) < (?, ?)";
                    case LAST_USED -> " AND (COALESCE(c.last_used_at, 0), c.client_id) < (?, ?)";
                });
        key.ifPresent(values::add);
        values.add(after);
        return key.isPresent();
    }

    private static String order(Search search) {
        return switch (search.order()) {
            case NAME -> "c.name, c.client_id";
            case NEWEST -> "c.created_at DESC, c.client_id DESC";
            case LAST_USED -> "COALESCE(c.last_used_at, 0) DESC, c.client_id DESC";
        };
    }

    /** Escapes the wildcards in the text of a search. */
    private static String escaped(String text) {
        return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }

    private static Listed read(Sql.Row row) throws SQLException {
        return new Listed(
                CredentialRow.read(row),
                row.text("owner"),
                Search.State.valueOf(row.text("state")),
                new BoundedCount(row.number("tokens")));
    }
}

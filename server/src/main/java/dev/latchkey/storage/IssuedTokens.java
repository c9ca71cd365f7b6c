package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The access that has been issued: the grants of people, each with its pair of tokens, and the
 * tokens of organization credentials. An operator lists it and ends many at once.
 */
public final class IssuedTokens {
    /** Which of them. */
    public sealed interface Part {
        /** Those of all credentials of an organization, and those for its teams. */
        record OfOrganization(Id.Organization organization) implements Part {}

        record OfCredential(Id.Client client) implements Part {}

        /** Those that represent a person: what the person has granted to apps. */
        record OfPerson(Id.User user) implements Part {}

        record OneGrant(Id.Grant grant) implements Part {}

        record OneOrganizationToken(SecretHash token) implements Part {}
    }

    public enum Type {
        GRANT,
        ORGANIZATION_TOKEN
    }

    /**
     * An active grant or organization token. {@code id}: the id of the grant, or the hash of the
     * token. {@code email}: that of the person who gave the grant.
     */
    public record Listed(
            String id,
            Type type,
            Id.Client client,
            String credential,
            Optional<String> email,
            Scopes scope,
            Instant issuedAt,
            Optional<Instant> expiresAt,
            Optional<Instant> lastUsedAt) {}

    /** How many there are, or how many have ended. The tokens and codes of a grant end with it. */
    public record Count(int grants, int organizationTokens) {
        public int total() {
            return grants + organizationTokens;
        }
    }

    /** So few grants end in one write that other requests write between two of them. */
    private static final int ENDED_AT_ONCE = 1_000;

    private static final Instant AT_ONCE = Instant.EPOCH;

    private static final String ACTIVE_GRANTS =
            """
            FROM live_grants l
            JOIN grants g ON g.grant_id = l.grant_id
            JOIN credentials c ON c.client_id = l.client_id
            WHERE {part}
              AND l.ends_at > :now
            """;

    private static final String ACTIVE_TOKENS =
            """
            FROM organization_tokens g
            JOIN credentials c ON c.client_id = g.client_id
              AND c.deleted_at IS NULL
            WHERE {part}
              AND (g.ended_at IS NULL OR g.ended_at > :now)
            """;

    private static final String OF_ORGANIZATION =
            "g.client_id IN (SELECT o.client_id FROM credentials o WHERE o.organization_id = :part)";

    private static final String FOR_TEAMS =
            "g.team_id IN (SELECT t.team_id FROM teams t WHERE t.organization_id = :part)";

    private final Database database;

    IssuedTokens(Database database) {
        this.database = database;
    }

    /** The newest ones, at most so many. */
    public List<Listed> find(Part part, int most, RequestMoment now) {
        Map<String, Object> values = values(part);
        values.put("now", now.at());
        values.put("most", most);
        String grants =
                """
                SELECT l.grant_id, l.client_id, c.name, l.email, l.scope, g.consented_at, l.ends_at, g.last_used_at
                {active}
                ORDER BY g.consented_at DESC, l.grant_id
                LIMIT :most
                """
                        .replace("{active}", ACTIVE_GRANTS);
        String tokens =
                """
                SELECT g.token_hash, g.client_id, c.name, g.scope, g.issued_at, g.ended_at, g.last_used_at
                {active}
                ORDER BY g.issued_at DESC, g.token_hash
                LIMIT :most
                """
                        .replace("{active}", ACTIVE_TOKENS);
        return database.read(sql ->
                Stream.concat(
                                all(sql, tokens, ofTokens(part), IssuedTokens::token, values)
                                        .stream(),
                                all(sql, grants, ofGrants(part), IssuedTokens::grant, values)
                                        .stream())
                        .sorted(Comparator.comparing(Listed::issuedAt).reversed())
                        .limit(most)
                        .toList());
    }

    public Count count(Part part, RequestMoment now) {
        Map<String, Object> values = values(part);
        values.put("now", now.at());
        return database.read(sql ->
                new Count(
                        count(sql, ACTIVE_GRANTS, ofGrants(part), values),
                        count(sql, ACTIVE_TOKENS, ofTokens(part), values)));
    }

    private static int count(
            Sql sql, String active, Optional<String> part, Map<String, Object> values)
            throws SQLException {
        return all(
                        sql,
                        "SELECT COUNT(*) AS counted " + active,
                        part,
                        row -> row.number("counted"),
                        values)
                .stream()
                .findFirst()
                .orElse(0);
    }

    private static <T> List<T> all(
            Sql sql,
            String text,
            Optional<String> part,
            Sql.RowReader<T> reader,
            Map<String, Object> values)
            throws SQLException {
        return part.isEmpty()
                ? List.of()
                : sql.all(text.replace("{part}", part.get()), reader, values);
    }

    /**
     * Ends them all, also those that are inactive only while a person is disabled. What is issued
     * while this runs may end or not. If the process stops before the last write, some grants are
     * left, and the entry of the audit log exists already.
     */
    public Count end(Part part, RequestMoment now) {
        var store = database.at(now).using(WriteSpace.ENDING);
        int tokens = store.write(sql -> endTokens(sql, part, now));
        Optional<String> ofGrants = ofGrants(part);
        int grants = 0;
        // A grant that was given in the same moment may have an id before the last one that was
        // read. So the grants are read again until there are none.
        List<String> next = nextGrants(ofGrants, part, "", now);
        while (!next.isEmpty()) {
            while (!next.isEmpty()) {
                List<String> some = next;
                grants += store.write(sql -> endGrants(sql, some, part, now));
                next = nextGrants(ofGrants, part, some.getLast(), now);
            }
            next = nextGrants(ofGrants, part, "", now);
        }
        return new Count(grants, tokens);
    }

    private List<String> nextGrants(
            Optional<String> condition, Part part, String after, RequestMoment now) {
        Map<String, Object> values = values(part);
        values.put("now", now.at());
        values.put("after", after);
        values.put("most", ENDED_AT_ONCE);
        return database.read(sql ->
                all(
                        sql,
                        """
                        SELECT g.grant_id
                        FROM grants g
                        WHERE {part}
                          AND g.grant_id > :after
                          AND g.ended_at IS NULL
                          AND g.consented_at <= :now
                        ORDER BY g.grant_id
                        LIMIT :most
                        """,
                        condition,
                        row -> row.text("grant_id"),
                        values));
    }

    /**
     * How many of them were active. Those that had expired end too: another clock may be behind.
     */
    private static int endGrants(Sql sql, List<String> some, Part part, RequestMoment now)
            throws SQLException {
        Map<String, Object> values = values(part);
        values.put("now", now.at());
        values.put("first", some.getFirst());
        values.put("last", some.getLast());
        String text =
                """
                UPDATE grants AS g
                SET ended_at = :now
                WHERE {part}
                  AND g.grant_id BETWEEN :first AND :last
                  AND g.ended_at IS NULL
                  AND g.consented_at <= :now
                """
                        .replace("{part}", ofGrants(part).orElseThrow());
        int active = sql.update(text + "  AND g.ends_at > :now\n", values);
        sql.update(text, values);
        return active;
    }

    private static int endTokens(Sql sql, Part part, RequestMoment now) throws SQLException {
        Map<String, Object> values = values(part);
        values.put("now", now.at());
        values.put("end", AT_ONCE);
        Optional<String> condition = ofTokens(part);
        int ended = 0;
        if (condition.isPresent()) {
            String text =
                    """
                    UPDATE organization_tokens AS g
                    SET ended_at = :end
                    WHERE {part}
                      AND (g.ended_at IS NULL OR g.ended_at > {since})
                    """
                            .replace("{part}", condition.get());
            ended = sql.update(text.replace("{since}", ":now"), values);
            values.remove("now");
            sql.update(text.replace("{since}", ":end"), values);
        }
        sql.record(entry(sql, part, now));
        return ended;
    }

    private static AuditEntry entry(Sql sql, Part part, RequestMoment now) throws SQLException {
        return switch (part) {
            case Part.OfOrganization(Id.Organization organization) ->
                    entry(now, AuditEvent.ORGANIZATION_TOKENS_REVOKE).in(organization);
            case Part.OfPerson(Id.User user) ->
                    about(sql, user, entry(now, AuditEvent.USER_TOKENS_REVOKE));
            case Part.OfCredential(Id.Client client) ->
                    about(sql, client, entry(now, AuditEvent.ACCESS_END_ALL));
            case Part.OneGrant(Id.Grant grant) ->
                    about(
                            sql,
                            client(sql, "grants WHERE grant_id = ?", grant),
                            entry(now, AuditEvent.GRANT_END));
            case Part.OneOrganizationToken(SecretHash token) ->
                    about(
                            sql,
                            client(sql, "organization_tokens WHERE token_hash = ?", token),
                            entry(now, AuditEvent.TOKEN_REVOKE));
        };
    }

    private static AuditEntry entry(RequestMoment now, AuditEvent event) {
        return AuditEntry.of(now, event, AuditOutcome.OK);
    }

    private static AuditEntry about(Sql sql, Id.User user, AuditEntry entry) throws SQLException {
        return Users.find(sql, user)
                .map(known -> entry.about(user).in(known.organization()))
                .orElse(entry);
    }

    private static AuditEntry about(Sql sql, Id.Client client, AuditEntry entry)
            throws SQLException {
        return Credentials.find(sql, client)
                .map(known -> entry.about(client).in(known.organization()))
                .orElse(entry);
    }

    private static Id.Client client(Sql sql, String where, Object key) throws SQLException {
        return sql.one(
                        "SELECT client_id FROM " + where,
                        row -> new Id.Client(row.text("client_id")),
                        key)
                .orElse(new Id.Client(""));
    }

    /** The condition on grants; empty if the part has none. */
    private static Optional<String> ofGrants(Part part) {
        return switch (part) {
            case Part.OfOrganization organization ->
                    Optional.of("(" + OF_ORGANIZATION + " OR " + FOR_TEAMS + ")");
            case Part.OfCredential credential -> Optional.of("g.client_id = :part");
            case Part.OfPerson person -> Optional.of("g.user_id = :part");
            case Part.OneGrant grant -> Optional.of("g.grant_id = :part");
            case Part.OneOrganizationToken token -> Optional.empty();
        };
    }

    /** The condition on organization tokens; empty if the part has none. */
    private static Optional<String> ofTokens(Part part) {
        return switch (part) {
            case Part.OfOrganization organization -> Optional.of(OF_ORGANIZATION);
            case Part.OfCredential credential -> Optional.of("g.client_id = :part");
            case Part.OfPerson person -> Optional.empty();
            case Part.OneGrant grant -> Optional.empty();
            case Part.OneOrganizationToken token -> Optional.of("g.token_hash = :part");
        };
    }

    private static Map<String, Object> values(Part part) {
        var values = new HashMap<String, Object>();
        values.put(
                "part",
                switch (part) {
                    case Part.OfOrganization(Id.Organization organization) -> organization;
                    case Part.OfCredential(Id.Client client) -> client;
                    case Part.OfPerson(Id.User user) -> user;
                    case Part.OneGrant(Id.Grant grant) -> grant;
                    case Part.OneOrganizationToken(SecretHash token) -> token;
                });
        return values;
    }

    private static Listed grant(Sql.Row row) throws SQLException {
        return new Listed(
                row.text("grant_id"),
                Type.GRANT,
                new Id.Client(row.text("client_id")),
                row.text("name"),
                Optional.of(row.text("email")),
                Scopes.parse(row.text("scope")),
                row.instant("consented_at"),
                row.maybeInstant("ends_at"),
                row.maybeInstant("last_used_at"));
    }

    private static Listed token(Sql.Row row) throws SQLException {
        return new Listed(
                SecretHash.stored(row.bytes("token_hash")).text(),
                Type.ORGANIZATION_TOKEN,
                new Id.Client(row.text("client_id")),
                row.text("name"),
                Optional.empty(),
                Scopes.parse(row.text("scope")),
                row.instant("issued_at"),
                row.maybeInstant("ended_at"),
                row.maybeInstant("last_used_at"));
    }
}

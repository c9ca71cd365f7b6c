package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists the access that has been issued: the grants of people, each with its pair of tokens, and
 * the tokens of organization credentials. {@link TokenRevocation} ends it.
 */
public final class IssuedTokens {
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

    public record Count(int grants, int organizationTokens) {
        public int total() {
            return grants + organizationTokens;
        }
    }

    private static final String ACTIVE_GRANTS =
            """
            FROM live_grants l
            JOIN grants i ON i.grant_id = l.grant_id
            JOIN credentials c ON c.client_id = l.client_id
            WHERE {condition}
              AND l.ends_at > :now
            """;

    private static final String ACTIVE_TOKENS =
            """
            FROM organization_tokens i
            JOIN credentials c ON c.client_id = i.client_id
              AND c.deleted_at IS NULL
            WHERE {condition}
              AND (i.ended_at IS NULL OR i.ended_at > :now)
            """;

    private final Database database;

    IssuedTokens(Database database) {
        this.database = database;
    }

    /** The newest ones, at most so many. */
    public List<Listed> find(TokenSelection which, int most, RequestMoment now) {
        Map<String, Object> values = which.values();
        values.put("now", now.at());
        values.put("most", most);
        String grants =
                """
                SELECT l.grant_id, l.client_id, c.name, l.email, l.scope, i.consented_at, l.ends_at, i.last_used_at
                {active}
                ORDER BY i.consented_at DESC, l.grant_id
                LIMIT :most
                """
                        .replace("{active}", ACTIVE_GRANTS);
        String tokens =
                """
                SELECT i.token_hash, i.client_id, c.name, i.scope, i.issued_at, i.ended_at, i.last_used_at
                {active}
                ORDER BY i.issued_at DESC, i.token_hash
                LIMIT :most
                """
                        .replace("{active}", ACTIVE_TOKENS);
        return database.read(sql ->
                Stream.concat(
                                all(
                                        sql,
                                        tokens,
                                        which.organizationTokens(),
                                        IssuedTokens::token,
                                        values)
                                        .stream(),
                                all(sql, grants, which.grants(), IssuedTokens::grant, values)
                                        .stream())
                        .sorted(Comparator.comparing(Listed::issuedAt).reversed())
                        .limit(most)
                        .toList());
    }

    public Count count(TokenSelection which, RequestMoment now) {
        Map<String, Object> values = which.values();
        values.put("now", now.at());
        return database.read(sql ->
                new Count(
                        count(sql, ACTIVE_GRANTS, which.grants(), values),
                        count(sql, ACTIVE_TOKENS, which.organizationTokens(), values)));
    }

    private static int count(
            Sql sql, String active, Optional<String> condition, Map<String, Object> values)
            throws SQLException {
        return all(
                        sql,
                        "SELECT COUNT(*) AS counted " + active,
                        condition,
                        row -> row.number("counted"),
                        values)
                .stream()
                .findFirst()
                .orElse(0);
    }

    private static <T> List<T> all(
            Sql sql,
            String text,
            Optional<String> condition,
            Sql.RowReader<T> reader,
            Map<String, Object> values)
            throws SQLException {
        return condition.isEmpty()
                ? List.of()
                : sql.all(text.replace("{condition}", condition.get()), reader, values);
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

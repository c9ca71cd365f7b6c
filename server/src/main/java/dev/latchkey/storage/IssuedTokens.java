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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** A part of the list, and where the next part begins; empty if this is the last. */
    public record Found(List<Listed> tokens, Optional<Position> next) {}

    /**
     * The part of the list after this entry, which may have ended since. Of the entries of one
     * moment, the organization tokens come first, and then the grants, both by their ids.
     */
    public record Position(Instant issuedAt, String id) {
        /** Before the first entry. */
        public static final Position NEWEST =
                new Position(Instant.ofEpochMilli(Long.MAX_VALUE), "");

        private static final Pattern TEXT = Pattern.compile("([0-9]{1,15})\\.(.+)");

        private static final String BEFORE_ALL_GRANTS = "";
        private static final SecretHash AFTER_ALL_TOKENS =
                SecretHash.parse("f".repeat(2 * SecretHash.BYTES)).orElseThrow();

        /** Empty if this text is not {@link #text} of a position. */
        public static Optional<Position> parse(String text) {
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                return Optional.empty();
            }
            String id = parts.group(2);
            boolean isEntry = Id.GRANT.parse(id).isPresent() || SecretHash.parse(id).isPresent();
            return isEntry
                    ? Optional.of(
                            new Position(Instant.ofEpochMilli(Long.parseLong(parts.group(1))), id))
                    : Optional.empty();
        }

        public String text() {
            return issuedAt.toEpochMilli() + "." + id;
        }

        private Map<String, Object> amongGrants() {
            String after = Id.GRANT.parse(id).map(Id.Grant::value).orElse(BEFORE_ALL_GRANTS);
            return Map.of("at", issuedAt, "after", after);
        }

        private Map<String, Object> amongTokens() {
            return Map.of("at", issuedAt, "after", SecretHash.parse(id).orElse(AFTER_ALL_TOKENS));
        }
    }

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

    private static final String GRANTS_AFTER =
            """
            SELECT l.grant_id, l.client_id, c.name, l.email, l.scope, i.consented_at, l.ends_at, i.last_used_at
            {active}
              AND (i.consented_at < :at OR (i.consented_at = :at AND l.grant_id > :after))
            ORDER BY i.consented_at DESC, l.grant_id
            LIMIT :most
            """
                    .replace("{active}", ACTIVE_GRANTS.stripTrailing());

    private static final String TOKENS_AFTER =
            """
            SELECT i.token_hash, i.client_id, c.name, i.scope, i.issued_at, i.ended_at, i.last_used_at
            {active}
              AND (i.issued_at < :at OR (i.issued_at = :at AND i.token_hash > :after))
            ORDER BY i.issued_at DESC, i.token_hash
            LIMIT :most
            """
                    .replace("{active}", ACTIVE_TOKENS.stripTrailing());

    private final Database database;

    IssuedTokens(Database database) {
        this.database = database;
    }

    /** Those after a position, at most so many, the newest first. */
    public Found find(TokenSelection which, Position after, int most, RequestMoment now) {
        Map<String, Object> values = which.values();
        values.put("now", now.at());
        values.put("most", most + 1);
        List<Listed> found =
                database.read(sql -> {
                    values.putAll(after.amongTokens());
                    List<Listed> tokens =
                            all(
                                    sql,
                                    TOKENS_AFTER,
                                    which.organizationTokens(),
                                    IssuedTokens::token,
                                    values);
                    values.putAll(after.amongGrants());
                    List<Listed> grants =
                            all(sql, GRANTS_AFTER, which.grants(), IssuedTokens::grant, values);
                    return Stream.concat(tokens.stream(), grants.stream())
                            .sorted(Comparator.comparing(Listed::issuedAt).reversed())
                            .toList();
                });
        List<Listed> part = found.stream().limit(most).toList();
        return new Found(
                part,
                found.size() > most
                        ? Optional.of(new Position(part.getLast().issuedAt(), part.getLast().id()))
                        : Optional.empty());
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

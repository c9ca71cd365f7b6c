package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.RequestWrites;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Revokes many tokens: those of an organization, of a credential or of a person, that were issued
 * before a moment. The tokens and codes of a person end with the grant from which they come, so the
 * time of the consent counts. Organization tokens count by the time of their issue.
 */
public final class TokenRevocation {
    /** So few grants end in one write that other requests write between two of them. */
    private static final int ENDED_AT_ONCE = 1_000;

    private static final String NEXT_GRANTS =
            """
            SELECT g.grant_id
            FROM grants g
            WHERE g.grant_id > :after
              AND g.ended_at IS NULL
              AND g.consented_at < :before
              AND {whose}
            ORDER BY g.grant_id
            LIMIT :most
            """;

    private static final String END_GRANTS =
            """
            UPDATE grants AS g
            SET ended_at = :now
            WHERE g.grant_id BETWEEN :first AND :last
              AND g.ended_at IS NULL
              AND g.consented_at < :before
              AND {whose}
            """;

    private static final String END_ORGANIZATION_TOKENS =
            """
            UPDATE organization_tokens
            SET ended_at = 0
            WHERE issued_at < :before
              AND (ended_at IS NULL OR ended_at > :now)
              AND client_id IN (SELECT c.client_id FROM credentials c WHERE {whose})
            """;

    private final Database database;

    TokenRevocation(Database database) {
        this.database = database;
    }

    /** Whose tokens end. */
    private sealed interface Whose {
        record OfOrganization(Id.Organization id) implements Whose {}

        record OfCredential(Id.Client id, Id.Organization home) implements Whose {}

        record OfPerson(Id.User id, Id.Organization home) implements Whose {}

        default Id id() {
            return switch (this) {
                case OfOrganization(Id.Organization id) -> id;
                case OfCredential(Id.Client id, Id.Organization home) -> id;
                case OfPerson(Id.User id, Id.Organization home) -> id;
            };
        }
    }

    /** Which tokens end. */
    public static final class Which {
        private final Whose whose;
        private final Instant before;

        private Which(Whose whose, Instant before) {
            this.whose = whose;
            this.before = before;
        }

        /** Those for the teams of the organization, and those of its organization credentials. */
        public static Which of(Id.Organization organization, Instant before) {
            return new Which(new Whose.OfOrganization(organization), before);
        }

        public static Which of(Credential credential, Instant before) {
            return new Which(
                    new Whose.OfCredential(credential.clientId(), credential.organization()),
                    before);
        }

        public static Which of(User person, Instant before) {
            return new Which(new Whose.OfPerson(person.id(), person.organization()), before);
        }
    }

    public record Ended(int grants, int organizationTokens) {}

    /**
     * The first write checks the right of the caller and records the act. The others follow without
     * that check, because the caller's own token may be among those that end. If the server stops
     * before the last write, some grants are left, and the same call ends them.
     */
    public Ended end(Which which, Id.Subject by, RequestMoment now) {
        Map<String, Object> values = new HashMap<>();
        values.put("before", which.before);
        values.put("id", which.whose.id());
        values.put("now", now.at());
        var first = database.at(now).using(WriteSpace.ENDING);
        int tokens = first.write(sql -> {
            sql.record(entry(which.whose, now).by(by));
            return endOrganizationTokens(sql, which.whose, values);
        });
        return new Ended(endGrants(which.whose, values, withoutCaller(now)), tokens);
    }

    private RequestWrites withoutCaller(RequestMoment now) {
        return database.at(new RequestMoment(now.at(), now.address(), now.network()))
                .using(WriteSpace.ENDING);
    }

    private int endGrants(Whose whose, Map<String, Object> values, RequestWrites store) {
        int ended = 0;
        List<String> next = nextGrants(whose, values, "");
        while (!next.isEmpty()) {
            var part = new HashMap<>(values);
            part.put("first", next.getFirst());
            part.put("last", next.getLast());
            String text = END_GRANTS.replace("{whose}", ofGrants(whose));
            ended += store.write(sql -> sql.update(text, part));
            next = nextGrants(whose, values, next.getLast());
        }
        return ended;
    }

    private List<String> nextGrants(Whose whose, Map<String, Object> values, String after) {
        var more = new HashMap<>(values);
        more.remove("now");
        more.put("after", after);
        more.put("most", ENDED_AT_ONCE);
        String text = NEXT_GRANTS.replace("{whose}", ofGrants(whose));
        return database.read(sql -> sql.all(text, row -> row.text("grant_id"), more));
    }

    private static int endOrganizationTokens(Sql sql, Whose whose, Map<String, Object> values)
            throws SQLException {
        Optional<String> ofTokens =
                switch (whose) {
                    case Whose.OfOrganization organization ->
                            Optional.of("c.organization_id = :id");
                    case Whose.OfCredential credential -> Optional.of("c.client_id = :id");
                    case Whose.OfPerson person -> Optional.empty();
                };
        return ofTokens.isEmpty()
                ? 0
                : sql.update(
                        END_ORGANIZATION_TOKENS.replace("{whose}", ofTokens.get()), values);
    }

    private static String ofGrants(Whose whose) {
        return switch (whose) {
            case Whose.OfOrganization organization ->
                    "g.team_id IN (SELECT t.team_id FROM teams t WHERE t.organization_id = :id)";
            case Whose.OfCredential credential -> "g.client_id = :id";
            case Whose.OfPerson person -> "g.user_id = :id";
        };
    }

    private static AuditEntry entry(Whose whose, RequestMoment now) {
        var entry = AuditEntry.of(now, AuditEvent.TOKENS_REVOKE, AuditOutcome.OK);
        return switch (whose) {
            case Whose.OfOrganization(Id.Organization id) -> entry.in(id);
            case Whose.OfCredential(Id.Client id, Id.Organization home) -> entry.about(id).in(home);
            case Whose.OfPerson(Id.User id, Id.Organization home) -> entry.about(id).in(home);
        };
    }
}

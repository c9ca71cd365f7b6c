package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Revokes many tokens: those of an organization, of a credential or of a person; all of them, or
 * those that were issued before a moment. The tokens and codes of a person end with the grant from
 * which they come, so the time of the consent counts. Organization tokens count by the time of
 * their issue.
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
              AND {which}
            ORDER BY g.grant_id
            LIMIT :most
            """;

    private static final String END_GRANTS =
            """
            UPDATE grants AS g
            SET ended_at = :now
            WHERE g.grant_id BETWEEN :first AND :last
              AND g.ended_at IS NULL
              AND {which}
            """;

    private static final String END_ORGANIZATION_TOKENS =
            """
            UPDATE organization_tokens
            SET ended_at = 0
            WHERE (ended_at IS NULL OR ended_at > {since})
              AND {which}
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
        private final Optional<Instant> before;

        private Which(Whose whose, Optional<Instant> before) {
            this.whose = whose;
            this.before = before;
        }

        private String andBefore(String column) {
            return before.isPresent() ? " AND " + column + " < :before" : "";
        }

        private Map<String, Object> values() {
            var values = new HashMap<String, Object>();
            values.put("id", whose.id());
            before.ifPresent(time -> values.put("before", time));
            return values;
        }

        /** Those for the teams of the organization, and those of its credentials. */
        public static Which of(Id.Organization organization, Optional<Instant> before) {
            return new Which(new Whose.OfOrganization(organization), before);
        }

        public static Which of(Credential credential, Optional<Instant> before) {
            return new Which(
                    new Whose.OfCredential(credential.clientId(), credential.organization()),
                    before);
        }

        public static Which of(User person, Optional<Instant> before) {
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
        var first = database.at(now).using(WriteSpace.ENDING);
        int tokens =
                first.write(sql -> {
                    sql.record(entry(which.whose, now).by(by));
                    return endOrganizationTokens(sql, which, now);
                });
        return new Ended(endGrants(which, now), tokens);
    }

    private int endGrants(Which which, RequestMoment now) {
        var withoutCaller = new RequestMoment(now.at(), now.address(), now.network());
        var store = database.at(withoutCaller).using(WriteSpace.ENDING);
        String text = END_GRANTS.replace("{which}", ofGrants(which));
        int ended = 0;
        List<String> next = nextGrants(which, "");
        while (!next.isEmpty()) {
            var part = which.values();
            part.put("now", now.at());
            part.put("first", next.getFirst());
            part.put("last", next.getLast());
            ended += store.write(sql -> sql.update(text, part));
            next = nextGrants(which, next.getLast());
        }
        return ended;
    }

    private List<String> nextGrants(Which which, String after) {
        var values = which.values();
        values.put("after", after);
        values.put("most", ENDED_AT_ONCE);
        String text = NEXT_GRANTS.replace("{which}", ofGrants(which));
        return database.read(sql -> sql.all(text, row -> row.text("grant_id"), values));
    }

    private static int endOrganizationTokens(Sql sql, Which which, RequestMoment now)
            throws SQLException {
        Optional<String> ofTokens = ofOrganizationTokens(which);
        if (ofTokens.isEmpty()) {
            return 0;
        }
        var values = which.values();
        String text = END_ORGANIZATION_TOKENS.replace("{which}", ofTokens.get());
        values.put("now", now.at());
        int ended = sql.update(text.replace("{since}", ":now"), values);
        // Those that have ended by this clock end by the clock of another node as well.
        values.remove("now");
        sql.update(text.replace("{since}", "0"), values);
        return ended;
    }

    /** Empty for a person, because people have no organization tokens. */
    private static Optional<String> ofOrganizationTokens(Which which) {
        Optional<String> whose =
                switch (which.whose) {
                    case Whose.OfOrganization organization ->
                            Optional.of(
                                    "client_id IN (SELECT c.client_id FROM credentials c"
                                            + " WHERE c.organization_id = :id)");
                    case Whose.OfCredential credential -> Optional.of("client_id = :id");
                    case Whose.OfPerson person -> Optional.empty();
                };
        return whose.map(text -> text + which.andBefore("issued_at"));
    }

    private static String ofGrants(Which which) {
        String whose =
                switch (which.whose) {
                    case Whose.OfOrganization organization ->
                            "(g.team_id IN (SELECT t.team_id FROM teams t"
                                    + " WHERE t.organization_id = :id)"
                                    + " OR g.client_id IN (SELECT c.client_id FROM credentials c"
                                    + " WHERE c.organization_id = :id))";
                    case Whose.OfCredential credential -> "g.client_id = :id";
                    case Whose.OfPerson person -> "g.user_id = :id";
                };
        return whose + which.andBefore("g.consented_at");
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

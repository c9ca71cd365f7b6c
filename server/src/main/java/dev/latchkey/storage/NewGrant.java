package dev.latchkey.storage;

import dev.latchkey.model.Allowance;
import dev.latchkey.model.Consent;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Resource;
import dev.latchkey.model.Scopes;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A new grant (decision 1.14): which credential may use what for which user and team. {@code
 * separator}: the one between scopes that the app can read. {@code longest}: how long the grant may
 * last, if that is shorter than usual.
 */
public record NewGrant(
        Id.Grant id,
        Id.Client client,
        Id.User user,
        Id.Team team,
        Allowance allowance,
        Scopes.Separator separator,
        Optional<Duration> longest) {

    /** A grant for the whole open interface to an app that speaks OAuth 2.0 alone (RFC 8628). */
    public static NewGrant ofDevice(
            Id.Grant id, Id.Client client, Id.User user, Id.Team team, Scopes scope) {
        var allowance = new Allowance(scope, Optional.empty());
        return new NewGrant(
                id, client, user, team, allowance, Scopes.Separator.SPACE, Optional.empty());
    }

    static NewGrant of(Id.Grant id, Consent consent) {
        return new NewGrant(
                id,
                consent.client(),
                consent.user(),
                consent.team(),
                new Allowance(consent.scope(), consent.resource()),
                consent.separator(),
                consent.longest());
    }

    /**
     * Inserts the grant, in the write that decides the request. The user must be locked. False if
     * the user is no longer active or no longer in the team.
     */
    boolean insert(Sql sql, Limits limits, Instant at) throws SQLException {
        return sql.update(
                        """
                        INSERT INTO grants (grant_id, client_id, user_id, team_id, scope, resource, consented_at, ends_at,
                            times_disabled, owner_id, redirect_uris, scope_separator)
                        SELECT ?, c.client_id, u.user_id, m.team_id, ?, ?, ?, ?, u.times_disabled, c.owner_id,
                            c.redirect_uris, ?
                        FROM users u
                        JOIN memberships m ON m.user_id = u.user_id
                        JOIN credentials c ON c.client_id = ?
                        WHERE u.user_id = ?
                          AND u.active_since IS NOT NULL
                          AND m.team_id = ?
                        """,
                        id,
                        allowance.scope().joined(Scopes.Separator.COMMA),
                        allowance.resource().map(Resource::path),
                        at,
                        end(limits, at),
                        separator.symbol(),
                        client,
                        user,
                        team)
                == 1;
    }

    private Instant end(Limits limits, Instant at) {
        Instant usual = at.plus(limits.grant());
        return longest.map(at::plus).filter(sooner -> sooner.isBefore(usual)).orElse(usual);
    }
}

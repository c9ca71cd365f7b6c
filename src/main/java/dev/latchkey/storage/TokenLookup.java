package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads access tokens from two tables, pairs and grants. The rest that decides (app, owner, user,
 * membership, team) changes seldom and is the same for many tokens: it is remembered from the last
 * token that was read in full, until one of those rows changes. A token of which something is not
 * remembered is read in full.
 */
final class TokenLookup {
    private static final String PAIRS =
            "SELECT p.access_hash AS token_hash, p.scope, p.access_expires_at,"
                    + " g.grant_id, g.client_id, g.user_id, g.team_id, g.times_disabled"
                    + " FROM pairs p JOIN grants g ON g.grant_id = p.grant_id"
                    + " WHERE p.access_hash {among} AND p.rotated_at IS NULL AND g.ended_at IS NULL";
    private static final int APPS = 4_096;
    private static final int MEMBERS = 32_768;

    private final Database database;
    private final ChangeVersions versions;
    private final RowCache<Id.Client, App> apps;
    private final RowCache<Member, Membership> members;

    TokenLookup(Database database, ChangeVersions versions) {
        this.database = database;
        this.versions = versions;
        this.apps = new RowCache<>(versions, APPS, client -> client.value().hashCode());
        this.members = new RowCache<>(versions, MEMBERS, Member::hashCode);
    }

    private record Member(Id.User user, Id.Team team) {}

    /** Of a credential that is not deleted, and whose owner is active. */
    private record App(Id.User owner, Scopes.Separator separator) {}

    /** Of an active user. */
    private record Membership(String email, int timesDisabled, Id.Organization organization) {}

    /** Those that are active, in whatever order; {@code before} is a moment before this call. */
    List<CachedToken.Live> find(List<SecretHash> hashes, ChangeVersions.Moment before) {
        if (hashes.isEmpty()) {
            return List.of();
        }
        List<Pair> pairs = database.read(sql -> sql.among(PAIRS, hashes, Pair::read));
        if (pairs.isEmpty()) {
            return List.of();
        }
        versions.catchUp();
        var found = new ArrayList<CachedToken.Live>();
        var unknown = new ArrayList<SecretHash>();
        for (Pair pair : pairs) {
            Optional<App> app = apps.glance(pair.client, before);
            Optional<Membership> member = members.glance(pair.member, before);
            if (app.isPresent()
                    && member.isPresent()
                    && member.get().timesDisabled == pair.timesDisabled) {
                found.add(pair.token(app.get(), member.get()));
            } else {
                unknown.add(pair.hash);
            }
        }
        found.addAll(findInFull(unknown, before));
        return found;
    }

    private List<CachedToken.Live> findInFull(
            List<SecretHash> hashes, ChangeVersions.Moment before) {
        if (hashes.isEmpty()) {
            return List.of();
        }
        List<Full> read =
                database.read(sql -> sql.among(CachedToken.SELECT_PERSONAL, hashes, Full::read));
        read.forEach(full -> remember(full, before));
        return read.stream().map(Full::token).toList();
    }

    private void remember(Full full, ChangeVersions.Moment before) {
        LiveToken token = full.token.token();
        SharedClaims shared = token.shared();
        Id.User owner = shared.owner().orElseThrow();
        var user = (Id.User) token.subject();
        Id.Team team = shared.team().orElseThrow();
        apps.keep(
                shared.client(),
                new App(owner, shared.separator()),
                ChangeVersions.Dependencies.of(shared.client(), owner),
                before);
        members.keep(
                new Member(user, team),
                new Membership(
                        token.email().orElseThrow(), full.timesDisabled, shared.organization()),
                ChangeVersions.Dependencies.of(user, team),
                before);
    }

    /** A pair that was not replaced, of a grant that was not ended. */
    private record Pair(
            SecretHash hash,
            Id.Grant grant,
            Id.Client client,
            Member member,
            Scopes scope,
            Instant end,
            int timesDisabled) {
        static Pair read(Sql.Row row) throws SQLException {
            return new Pair(
                    SecretHash.stored(row.bytes("token_hash")),
                    new Id.Grant(row.text("grant_id")),
                    new Id.Client(row.text("client_id")),
                    new Member(new Id.User(row.text("user_id")), new Id.Team(row.text("team_id"))),
                    Scopes.parse(row.text("scope")),
                    row.instant("access_expires_at"),
                    row.number("times_disabled"));
        }

        CachedToken.Live token(App app, Membership membership) {
            return new CachedToken.Live(
                    hash,
                    new LiveToken(
                            member.user,
                            Optional.of(membership.email),
                            new TokenRoot.Grant(grant),
                            new SharedClaims(
                                    client,
                                    Optional.of(app.owner),
                                    membership.organization,
                                    Optional.of(member.team),
                                    scope,
                                    app.separator),
                            new TokenLife.Until(end)),
                    Optional.of(end));
        }
    }

    /** A token with everything that decides about it. */
    private record Full(CachedToken.Live token, int timesDisabled) {
        static Full read(Sql.Row row) throws SQLException {
            return new Full(CachedToken.personal(row), row.number("times_disabled"));
        }
    }
}

package dev.latchkey.storage.cache;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.Scopes;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SharedClaims;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.storage.database.ChangeVersions;
import dev.latchkey.storage.database.Column;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Keys;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads access tokens from two tables, pairs and grants. The rest that decides (app, owner, user,
 * membership, team) changes seldom and is the same for many tokens: it is remembered until one of
 * those rows changes ({@link OftenRead}). A token of which something may be changing is read in
 * full, at one moment.
 */
public final class TokenLookup {
    public static final String PAIRS =
            """
            SELECT p.access_hash AS token_hash, p.scope, p.access_expires_at, g.grant_id, g.client_id,
                g.user_id, g.team_id, g.times_disabled
            FROM pairs p
            JOIN grants g ON g.grant_id = p.grant_id
            WHERE p.access_hash {among}
              AND p.rotated_at IS NULL
              AND g.ended_at IS NULL
            """;
    public static final String APPS =
            """
            SELECT c.client_id, c.owner_id, c.options
            FROM credentials c
            JOIN users o ON o.user_id = c.owner_id
            WHERE c.client_id {among}
              AND c.deleted_at IS NULL
              AND o.active_since IS NOT NULL
            """;
    public static final String MEMBERS =
            """
            SELECT m.user_id, m.team_id, u.email, u.times_disabled, t.organization_id
            FROM memberships m
            JOIN users u ON u.user_id = m.user_id
            JOIN teams t ON t.team_id = m.team_id
            WHERE (m.user_id, m.team_id) {among}
              AND u.active_since IS NOT NULL
            """;
    private static final int MOST_APPS = 4_096;
    private static final int MOST_MEMBERS = 32_768;

    private final Database database;
    private final ChangeVersions versions;
    private final OftenRead<Id.Client, App> apps;
    private final OftenRead<Member, Membership> members;

    public TokenLookup(Database database, ChangeVersions versions) {
        this.database = database;
        this.versions = versions;
        this.apps = new OftenRead<>(versions, MOST_APPS, this::readApps);
        this.members = new OftenRead<>(versions, MOST_MEMBERS, this::readMembers);
    }

    private List<OftenRead.Found<Id.Client, App>> readApps(List<Id.Client> clients) {
        var keys = Keys.of(Column.texts(clients, client -> client));
        return database.read(sql -> sql.among(APPS, keys, App::read));
    }

    private List<OftenRead.Found<Member, Membership>> readMembers(List<Member> asked) {
        var keys = Keys.of(Column.texts(asked, Member::user), Column.texts(asked, Member::team));
        return database.read(sql -> sql.among(MEMBERS, keys, Membership::read));
    }

    /** Those that are active, in whatever order; {@code before} is a moment before this call. */
    public List<CachedToken.Live> find(List<SecretHash> hashes, ChangeVersions.Moment before) {
        if (hashes.isEmpty()) {
            return List.of();
        }
        List<Pair> pairs = database.read(sql -> sql.among(PAIRS, Keys.of(hashes), Pair::read));
        if (pairs.isEmpty()) {
            return List.of();
        }
        versions.catchUp();
        Map<Id.Client, App> ofApps = apps.find(pairs.stream().map(Pair::client), before);
        Map<Member, Membership> ofMembers = members.find(pairs.stream().map(Pair::member), before);
        var found = new ArrayList<CachedToken.Live>();
        var unknown = new ArrayList<SecretHash>();
        for (Pair pair : pairs) {
            App app = ofApps.get(pair.client);
            Membership member = ofMembers.get(pair.member);
            if (app != null && member != null && member.timesDisabled == pair.timesDisabled) {
                found.add(pair.token(app, member));
            } else {
                unknown.add(pair.hash);
            }
        }
        found.addAll(findInFull(unknown));
        return found;
    }

    private List<CachedToken.Live> findInFull(List<SecretHash> hashes) {
        if (hashes.isEmpty()) {
            return List.of();
        }
        return database.read(sql ->
                sql.among(CachedToken.SELECT_PERSONAL, Keys.of(hashes), CachedToken::personal));
    }

    /** A credential that is not deleted, and whose owner is active. */
    private record App(Id.User owner, Scopes.Separator separator) {
        static OftenRead.Found<Id.Client, App> read(Sql.Row row) throws SQLException {
            var client = new Id.Client(row.text("client_id"));
            var owner = new Id.User(row.text("owner_id"));
            return new OftenRead.Found<>(
                    client,
                    new App(owner, Scopes.Separator.of(row.text("options"))),
                    ChangeVersions.Dependencies.of(client, owner));
        }
    }

    private record Member(Id.User user, Id.Team team) {
        static Member read(Sql.Row row) throws SQLException {
            return new Member(new Id.User(row.text("user_id")), new Id.Team(row.text("team_id")));
        }
    }

    /** Of an active user. */
    private record Membership(String email, int timesDisabled, Id.Organization organization) {
        static OftenRead.Found<Member, Membership> read(Sql.Row row) throws SQLException {
            Member member = Member.read(row);
            return new OftenRead.Found<>(
                    member,
                    new Membership(
                            row.text("email"),
                            row.number("times_disabled"),
                            new Id.Organization(row.text("organization_id"))),
                    ChangeVersions.Dependencies.of(member.user, member.team));
        }
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
                    Member.read(row),
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
}

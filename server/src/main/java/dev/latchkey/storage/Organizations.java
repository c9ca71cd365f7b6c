package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.StorageFault;
import dev.latchkey.model.TablePage;
import dev.latchkey.model.TableRows;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The organizations and their teams, as administrators manage them. */
public final class Organizations {
    private final Database database;
    private final Limits limits;

    public Organizations(Database database, Limits limits) {
        this.database = database;
        this.limits = limits;
    }

    /** An organization as a table shows it. */
    public record Listed(Organization organization, Instant createdAt, int teams, int users) {}

    /** The columns by which organizations can be sorted. */
    public enum Column implements SortColumn {
        NAME,
        CREATED;

        @Override
        public Order order() {
            return switch (this) {
                case NAME -> Order.ascending("o.name");
                case CREATED -> Order.descending("o.created_at");
            };
        }
    }

    /**
     * The users of all organizations are counted at once, from an index. PostgreSQL might otherwise
     * read all users once for each organization.
     */
    private static final String PAGE =
            """
            SELECT o.*, COALESCE(t.teams, 0) AS teams, COALESCE(u.people, 0) AS people
            FROM ({keys}) p
            CROSS JOIN organizations o
            LEFT JOIN (SELECT organization_id, COUNT(*) AS teams
                FROM teams
                GROUP BY organization_id) t ON t.organization_id = o.organization_id
            LEFT JOIN (SELECT organization_id, COUNT(*) AS people
                FROM users
                GROUP BY organization_id) u ON u.organization_id = o.organization_id
            WHERE o.organization_id = p.organization_id
            ORDER BY {order}
            """;

    public enum Outcome {
        DONE,
        /** Another person renamed it since it was read. */
        EDIT_CONFLICT,
        NAME_TAKEN,
        /** A single-team organization already has its team. */
        NO_ROOM
    }

    /** The organizations whose name contains the text. */
    public TableRows<Listed> find(SearchText search, TablePage<Column> page) {
        return find(search, Optional.empty(), page);
    }

    /** The same of one kind. */
    public TableRows<Listed> find(
            SearchText search, Optional<Organization.Kind> kind, TablePage<Column> page) {
        var query = new PagedQuery<>(matching(search, kind), PAGE, Organizations::read);
        return database.read(sql -> query.read(sql, page, Map.of()));
    }

    private PagedQuery.Matching matching(SearchText search, Optional<Organization.Kind> kind) {
        var values = new HashMap<String, Object>();
        var matching = new StringBuilder("FROM organizations o WHERE 1 = 1");
        if (!search.isEmpty()) {
            matching.append(" AND ")
                    .append(SearchText.place(database.dialect(), "o.search_text", ":text"))
                    .append(" > 0");
            values.put("text", search.folded());
        }
        kind.ifPresent(each -> {
            matching.append(" AND o.kind = :kind");
            values.put("kind", each);
        });
        return new PagedQuery.Matching("o.organization_id", matching.toString(), values);
    }

    private static Listed read(Sql.Row row) throws SQLException {
        return new Listed(
                Users.organization(row),
                row.instant("created_at"),
                row.number("teams"),
                row.number("people"));
    }

    /** A new organization, its first team and its first person, who administers that team. */
    public record Founded(Organization organization, Team team, User administrator) {}

    /**
     * Creates an organization with its first team and invites its first administrator. False if the
     * e-mail address is taken.
     */
    public boolean create(
            Founded founded, Secret.PasswordLink link, Id.Subject by, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            if (sql.exists(
                    "SELECT 1 FROM users WHERE email = ?", founded.administrator().email())) {
                return false;
            }
            Users.insert(sql, founded.organization(), Optional.of(by), now);
            Users.insert(sql, founded.team(), Optional.of(by), now);
            var invitation = new UserAdministration.Invitation(founded.administrator(), link, by);
            if (!UserAdministration.invite(sql, limits, invitation, now)) {
                throw new StorageFault("the e-mail address was taken at the same moment");
            }
            return true;
        });
    }

    /**
     * Creates an organization with its first team, and without people. A name that is in use is
     * refused, so that a program can repeat the call. The rows of the super administrators are
     * locked, so that two of them do not use one name at the same moment.
     */
    public Outcome create(Organization created, Team first, Id.Subject by, RequestMoment now) {
        var store = database.at(now).lockingSuperAdministratorsIf(true);
        return store.write(sql -> {
            if (sql.exists("SELECT 1 FROM organizations WHERE name = ?", created.name())) {
                return Outcome.NAME_TAKEN;
            }
            Users.insert(sql, created, Optional.of(by), now);
            Users.insert(sql, first, Optional.of(by), now);
            return Outcome.DONE;
        });
    }

    public Outcome rename(Organization known, String name, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            boolean done =
                    sql.update(
                                    """
                                    UPDATE organizations
                                    SET name = ?, search_text = ?
                                    WHERE organization_id = ?
                                      AND name = ?
                                    """,
                                    name,
                                    SearchText.of(name),
                                    known.id(),
                                    known.name())
                            == 1;
            Outcome outcome = done ? Outcome.DONE : Outcome.EDIT_CONFLICT;
            sql.record(
                    AuditEntry.of(now, AuditEvent.ORGANIZATION_CHANGE, outcome(outcome))
                            .in(known.id()));
            return outcome;
        });
    }

    public Outcome add(Team team, Id.Subject by, RequestMoment now) {
        return add(team, Optional.of(by), now);
    }

    /** {@code by}: empty for a command on the server. */
    public Outcome add(Team team, Optional<Id.Subject> by, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            lock(sql, team.organization());
            if (isTaken(sql, team, team.name())) {
                return Outcome.NAME_TAKEN;
            }
            boolean hasRoom =
                    sql.exists(
                            """
                            SELECT 1
                            FROM organizations o
                            WHERE o.organization_id = ?
                              AND (o.kind = 'MULTI_TEAM' OR NOT EXISTS (SELECT 1 FROM teams t
                                  WHERE t.organization_id = o.organization_id))
                            """,
                            team.organization());
            if (!hasRoom) {
                return Outcome.NO_ROOM;
            }
            Users.insert(sql, team, by, now);
            return Outcome.DONE;
        });
    }

    public Outcome rename(Team known, String name, RequestMoment now) {
        var store = database.at(now);
        return store.write(sql -> {
            lock(sql, known.organization());
            if (isTaken(sql, known, name)) {
                return Outcome.NAME_TAKEN;
            }
            boolean done =
                    sql.update(
                                    "UPDATE teams SET name = ? WHERE team_id = ? AND name = ?",
                                    name,
                                    known.id(),
                                    known.name())
                            == 1;
            Outcome outcome = done ? Outcome.DONE : Outcome.EDIT_CONFLICT;
            sql.record(
                    AuditEntry.of(now, AuditEvent.TEAM_CHANGE, outcome(outcome))
                            .in(known.organization())
                            .in(known.id()));
            return outcome;
        });
    }

    /**
     * Locks the organization, so that its teams are named one after the other and what is read next
     * stays true.
     */
    private static void lock(Sql sql, Id.Organization organization) throws SQLException {
        sql.update("UPDATE organizations SET kind = kind WHERE organization_id = ?", organization);
    }

    private static boolean isTaken(Sql sql, Team team, String name) throws SQLException {
        return sql.exists(
                """
                SELECT 1
                FROM teams
                WHERE organization_id = ?
                  AND name = ?
                  AND team_id <> ?
                """,
                team.organization(),
                name,
                team.id());
    }

    private static AuditOutcome outcome(Outcome outcome) {
        return outcome == Outcome.DONE ? AuditOutcome.OK : AuditOutcome.of(outcome);
    }
}

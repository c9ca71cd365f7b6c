package dev.latchkey.storage;

import dev.latchkey.model.AuditEntry;
import dev.latchkey.model.AuditEvent;
import dev.latchkey.model.AuditNames;
import dev.latchkey.model.AuditOutcome;
import dev.latchkey.model.AuditSearch;
import dev.latchkey.model.Id;
import dev.latchkey.model.ListedAuditEntry;
import dev.latchkey.model.Organization;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the audit log, one page at a time (decision 6.6). */
public final class AuditRecords {
    private static final String PAGE =
            """
            SELECT a.*,
                p.name AS actor_name, p.email AS actor_email, p.organization_id AS actor_home,
                po.name AS actor_home_name, po.kind AS actor_home_kind,
                w.name AS about_name, w.email AS about_email, w.organization_id AS about_home,
                wo.name AS about_home_name, wo.kind AS about_home_kind,
                c.name AS credential_name, c.type, c.owner_id, c.deleted_at,
                c.organization_id AS credential_home,
                co.name AS credential_home_name, co.kind AS credential_home_kind,
                o.name AS organization_name, t.name AS team_name
            FROM (SELECT *
                FROM audit a
                WHERE 1 = 1{narrowed}
                ORDER BY a.at DESC, a.entry_id DESC
                LIMIT ?) a
            LEFT JOIN users p ON p.user_id = a.user_id
            LEFT JOIN organizations po ON po.organization_id = p.organization_id
            LEFT JOIN users w ON w.user_id = a.about_user_id
            LEFT JOIN organizations wo ON wo.organization_id = w.organization_id
            LEFT JOIN credentials c ON c.client_id = a.client_id
            LEFT JOIN organizations co ON co.organization_id = c.organization_id
            LEFT JOIN organizations o ON o.organization_id = a.organization_id
            LEFT JOIN teams t ON t.team_id = a.team_id
            ORDER BY a.at DESC, a.entry_id DESC
            """;

    /** The index {@code audit_rare} has the same condition. */
    private static final String RARE = " AND a.event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE')";

    /** The index {@code audit_beginnings} has the same condition. */
    private static final String BEGINNINGS =
            " AND a.organization_id = ? AND a.event IN ('CONSENT', 'CREDENTIAL_CREATE')";

    private final Database database;

    public AuditRecords(Database database) {
        this.database = database;
    }

    /** One page, the newest entries first. It begins after the last entry of the page before. */
    public List<ListedAuditEntry> page(AuditSearch search, int limit) {
        return database.read(sql -> {
            var values = new ArrayList<@Nullable Object>();
            var where = new StringBuilder();
            addConditions(search, where, values);
            if (search.after().isPresent()) {
                Optional<Instant> at =
                        sql.one(
                                "SELECT at FROM audit WHERE entry_id = ?",
                                row -> row.instant("at"),
                                search.after().get());
                where.append(" AND (a.at, a.entry_id) < (?, ?)");
                values.add(at.orElse(Instant.EPOCH));
                values.add(search.after().get());
            }
            values.add(limit);
            return sql.all(PAGE.replace("{narrowed}", where), AuditRecords::read, values.toArray());
        });
    }

    /** The newest entries of all organizations, without those that programs write all the time. */
    public List<ListedAuditEntry> newest(int limit) {
        return database.read(
                sql -> sql.all(PAGE.replace("{narrowed}", RARE), AuditRecords::read, limit));
    }

    /** The newest grants and credentials of an organization. */
    public List<ListedAuditEntry> beginnings(Id.Organization organization, int limit) {
        return database.read(sql ->
                sql.all(
                        PAGE.replace("{narrowed}", BEGINNINGS),
                        AuditRecords::read,
                        organization,
                        limit));
    }

    /** Records that a person has exported the audit log. */
    public void exported(Id.User by, Optional<Id.Organization> organization, RequestMoment now) {
        var store = database.at(now);
        store.write(sql -> {
            var entry = AuditEntry.of(now, AuditEvent.AUDIT_EXPORT, AuditOutcome.OK).by(by);
            sql.record(organization.map(entry::in).orElse(entry));
            return by;
        });
    }

    private static void addConditions(
            AuditSearch search, StringBuilder where, List<@Nullable Object> values) {
        add(search.organization(), " AND a.organization_id = ?", where, values);
        add(search.from(), " AND a.at >= ?", where, values);
        add(search.until(), " AND a.at < ?", where, values);
        add(search.client(), " AND a.client_id = ?", where, values);
        add(search.event(), " AND a.event = ?", where, values);
        search.person()
                .ifPresent(person -> {
                    where.append(" AND (a.user_id = ? OR a.about_user_id = ?)");
                    values.add(person);
                    values.add(person);
                });
    }

    private static void add(
            Optional<?> value,
            String condition,
            StringBuilder where,
            List<@Nullable Object> values) {
        value.ifPresent(present -> {
            where.append(condition);
            values.add(present);
        });
    }

    private static ListedAuditEntry read(Sql.Row row) throws SQLException {
        return new ListedAuditEntry(
                row.large("entry_id"),
                new AuditEntry(
                        new RequestMoment(row.instant("at"), row.text("address")),
                        AuditEvent.valueOf(row.text("event")),
                        AuditOutcome.stored(row.text("outcome")),
                        row.maybeText("user_id").map(Id.User::new),
                        row.maybeText("about_user_id").map(Id.User::new),
                        row.maybeText("client_id").map(Id.Client::new),
                        row.maybeText("organization_id").map(Id.Organization::new),
                        row.maybeText("team_id").map(Id.Team::new),
                        row.maybeText("detail")),
                new AuditNames(
                        person(row, "user_id", "actor"),
                        person(row, "about_user_id", "about"),
                        credential(row),
                        row.maybeText("organization_name"),
                        row.maybeText("team_name")));
    }

    private static Optional<AuditNames.Person> person(Sql.Row row, String id, String prefix)
            throws SQLException {
        return row.maybeText(prefix + "_name").isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new AuditNames.Person(
                                new Id.User(row.text(id)),
                                row.text(prefix + "_name"),
                                row.text(prefix + "_email"),
                                home(row, prefix)));
    }

    private static Optional<AuditNames.App> credential(Sql.Row row) throws SQLException {
        return row.maybeText("credential_name").isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new AuditNames.App(
                                new Id.Client(row.text("client_id")),
                                row.text("credential_name"),
                                home(row, "credential"),
                                new Id.User(row.text("owner_id")),
                                row.text("type").equals("PERSONAL"),
                                row.maybeInstant("deleted_at").isPresent()));
    }

    private static Organization home(Sql.Row row, String prefix) throws SQLException {
        return new Organization(
                new Id.Organization(row.text(prefix + "_home")),
                row.text(prefix + "_home_name"),
                Organization.Kind.valueOf(row.text(prefix + "_home_kind")));
    }
}

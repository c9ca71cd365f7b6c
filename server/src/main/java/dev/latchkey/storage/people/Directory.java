package dev.latchkey.storage.people;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialSearchText;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.RefusedActs;
import dev.latchkey.storage.query.SearchText;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The organizations, teams and users, as all features add and find them (contract 1; rule 6.1). */
public final class Directory {
  private static final String USER =
      """
      SELECT u.user_id, u.email, u.name, u.organization_id, u.role, u.audits
      FROM users u
      """;

  private final Database database;
  private volatile boolean hasUsers;

  public Directory(Database database) {
    this.database = database;
  }

  /** The store is asked until there is a user, because users are never deleted. */
  public boolean isEmpty() {
    if (!hasUsers) {
      hasUsers = database.read(sql -> sql.exists("SELECT 1 FROM users LIMIT 1"));
    }
    return !hasUsers;
  }

  public void add(Organization organization, RequestMoment now) {
    var store = database.at(now);
    store.run(sql -> Organizations.insert(sql, organization, new Actor.Server(now)));
  }

  public void add(Team team, RequestMoment now) {
    var store = database.at(now);
    store.run(sql -> Teams.insert(sql, team, new Actor.Server(now)));
  }

  /** Adds a user. False if the e-mail address is taken. */
  public boolean add(User user, PasswordHash password, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> insert(sql, user, password, new Actor.Server(now)));
  }

  public Optional<User> find(Id.User id) {
    return database.read(sql -> find(sql, id));
  }

  public Optional<Team> find(Id.Team id) {
    return database.read(sql ->
        sql.one(
            "SELECT team_id, name, organization_id FROM teams WHERE team_id = ?",
            Directory::team,
            id));
  }

  public Optional<Organization> find(Id.Organization id) {
    return database.read(sql ->
        sql.one(
            """
            SELECT organization_id, name, kind
            FROM organizations
            WHERE organization_id = ?
            """,
            Directory::organization,
            id));
  }

  public List<Organization> organizations() {
    return database.list(sql ->
        sql.all(
            "SELECT organization_id, name, kind FROM organizations ORDER BY name",
            Directory::organization));
  }

  /** The first organizations by name, at most so many. {@code kind}: empty for every kind. */
  public List<Organization> firstOrganizations(Optional<Organization.Kind> kind, int most) {
    String first =
        """
        SELECT organization_id, name, kind
        FROM organizations
        {of_kind}
        ORDER BY name, organization_id
        LIMIT :most
        """
            .replace("{of_kind}", kind.map(each -> "WHERE kind = '" + each + "'").orElse(""));
    return database.list(sql -> sql.all(first, Directory::organization, Map.of("most", most)));
  }

  public List<Team> teams(Id.Organization organization) {
    return database.list(sql ->
        sql.all(
            """
            SELECT team_id, name, organization_id
            FROM teams
            WHERE organization_id = ?
            ORDER BY name
            """,
            Directory::team,
            organization));
  }

  /** The people who administer organizations. */
  public Administrators administrators() {
    return new Administrators(database);
  }

  public Optional<Id.User> findByEmail(String email) {
    return database.read(sql -> findByEmail(sql, email));
  }

  static Optional<Id.User> findByEmail(Sql sql, String email) throws SQLException {
    return sql.one(
        "SELECT user_id FROM users WHERE email = ?",
        row -> new Id.User(row.text("user_id")),
        email);
  }

  /**
   * Changes the name of a user at the user's own request. The version increases, so an
   * administrator who is editing the user at the same time is notified of the change.
   */
  public void rename(User user, String name, RequestMoment now) {
    var store = database.at(now);
    store.run(sql -> {
      sql.record(
          AuditEntry.of(now, AuditEvent.USER_CHANGE, AuditOutcome.OK)
              .by(user.id())
              .about(user.id())
              .in(user.organization())
              .detailed(AuditDetail.between(user, user.renamed(name))));
      sql.update(
          """
          UPDATE users
          SET name = ?, search_text = CAST(? AS TEXT) || email || ?, version = version + 1
          WHERE user_id = ?
          """,
          name,
          SearchText.of(name),
          SearchText.END,
          user.id());
      CredentialSearchText.followOwner(sql, database.dialect(), user.id());
    });
  }

  /** Records whether a message was delivered. */
  public void mailed(Id.User to, AuditOutcome outcome, RequestMoment now) {
    database.run(sql -> sql.record(AuditEntry.of(now, AuditEvent.MAIL, outcome).about(to)));
  }

  /** Records what was refused before anything was written. */
  public void refused(AuditEntry entry) {
    var store = database.at(entry.moment().withoutAuthority());
    store.run(sql -> RefusedActs.recordAct(sql, false, entry.actor().subject(), entry));
  }

  public static Optional<User> find(Sql sql, Id.User id) throws SQLException {
    List<User.Membership> teams =
        sql.all(
            """
            SELECT t.team_id, t.name, t.organization_id, m.administers
            FROM memberships m
            JOIN teams t ON t.team_id = m.team_id
            WHERE m.user_id = ?
            ORDER BY t.name
            """,
            row -> new User.Membership(team(row), row.flag("administers")),
            id);
    return sql.one(
        USER + " WHERE u.user_id = ?",
        row ->
            new User(
                id,
                row.text("email"),
                row.text("name"),
                new Id.Organization(row.text("organization_id")),
                StoredRole.read(row),
                teams),
        id);
  }

  static boolean insert(Sql sql, User user, PasswordHash password, Actor actor)
      throws SQLException {
    boolean free = insertRow(sql, user, password, actor.moment());
    if (free) {
      join(sql, user);
      sql.record(actor.entry(AuditEvent.USER_CREATE).about(user.id()).in(user.organization()));
    }
    return free;
  }

  /** The user without teams. False if the e-mail address is taken. */
  static boolean insertRow(Sql sql, User user, PasswordHash password, RequestMoment now)
      throws SQLException {
    return sql.updateOne(
        """
        INSERT INTO users (user_id, organization_id, email, name, search_text, role, audits, password, active_since, created_at)
        VALUES (:user, :organization, :email, :name, :search_text, :role, :audits, :password, :now, :now)
        ON CONFLICT (email) DO NOTHING
        """,
        Map.of(
            "user",
            user.id(),
            "organization",
            user.organization(),
            "email",
            user.email(),
            "name",
            user.name(),
            "search_text",
            SearchText.of(user.name(), user.email()),
            "role",
            StoredRole.of(user.role()),
            "audits",
            StoredRole.audits(user.role()),
            "password",
            password.text(),
            "now",
            now.at()));
  }

  static void join(Sql sql, User user) throws SQLException {
    for (User.Membership membership : user.teams()) {
      sql.update(
          "INSERT INTO memberships (user_id, team_id, administers) VALUES (?, ?, ?)",
          user.id(),
          membership.team().id(),
          membership.administers());
    }
  }

  static Team team(Sql.Row row) throws SQLException {
    return new Team(
        new Id.Team(row.text("team_id")),
        row.text("name"),
        new Id.Organization(row.text("organization_id")));
  }

  static Organization organization(Sql.Row row) throws SQLException {
    return new Organization(
        new Id.Organization(row.text("organization_id")),
        row.text("name"),
        Organization.Kind.valueOf(row.text("kind")));
  }
}

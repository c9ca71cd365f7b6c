package dev.latchkey.storage.audit;

import dev.latchkey.model.Id;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.audit.RecordedNames;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.audit.AuditRange.Place;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the audit log, one page at a time (rule 6.6). */
public record AuditRecords(Database database) {
  /**
   * How many entries one page compares with the filters that have no index. It bounds the work of a
   * page, however many entries there are and however rare the combination of filters is.
   */
  public static final int MAX_COMPARED = 10_000;

  public static final String ENTRIES =
      """
      SELECT e.*,
          p.name AS actor_name, p.email AS actor_email, p.organization_id AS actor_home,
          po.name AS actor_home_name, po.kind AS actor_home_kind,
          w.name AS about_name, w.email AS about_email, w.organization_id AS about_home,
          wo.name AS about_home_name, wo.kind AS about_home_kind,
          c.name AS credential_name, c.type AS credential_type,
          c.owner_id AS credential_owner, c.deleted_at AS credential_deleted,
          c.organization_id AS credential_home,
          co.name AS credential_home_name, co.kind AS credential_home_kind,
          v.client_id AS machine_client, v.name AS machine_name, v.type AS machine_type,
          v.owner_id AS machine_owner, v.deleted_at AS machine_deleted,
          v.organization_id AS machine_home, vo.name AS machine_home_name, vo.kind AS machine_home_kind,
          o.name AS organization_name, t.name AS team_name
      FROM (SELECT *
          FROM audit a
          WHERE TRUE{conditions}
          ORDER BY a.at {order}, a.entry_id {order}
          LIMIT ?) e
      LEFT JOIN users p ON p.user_id = e.user_id
      LEFT JOIN organizations po ON po.organization_id = p.organization_id
      LEFT JOIN users w ON w.user_id = e.about_user_id
      LEFT JOIN organizations wo ON wo.organization_id = w.organization_id
      LEFT JOIN credentials c ON c.client_id = e.client_id
      LEFT JOIN organizations co ON co.organization_id = c.organization_id
      LEFT JOIN credentials v ON v.subject_id = e.user_id
      LEFT JOIN organizations vo ON vo.organization_id = v.organization_id
      LEFT JOIN organizations o ON o.organization_id = e.organization_id
      LEFT JOIN teams t ON t.team_id = e.team_id
      """;

  public static final String LAST_COMPARED =
      """
      SELECT a.at, a.entry_id
      FROM audit a
      WHERE TRUE{conditions}
      ORDER BY a.at {order}, a.entry_id {order}
      LIMIT 1 OFFSET ?
      """;

  private static final Comparator<ListedAuditEntry> OLDEST_FIRST =
      Comparator.comparing(AuditRecords::place);

  static final Comparator<ListedAuditEntry> BY_NUMBER =
      Comparator.comparingLong(ListedAuditEntry::number);

  /** The index {@code audit_rare} has the same condition. */
  static final String RARE = " AND a.event NOT IN ('TOKEN_REFRESH', 'CODE_EXCHANGE')";

  /** The index {@code audit_alerting} has the same condition. */
  static final String ALERTING =
      """
       AND (a.event IN ('SECRET_LEAK', 'CREDENTIAL_CREATE', 'CREDENTIAL_CHANGE', 'TOKEN_REISSUE')
           OR a.outcome IN ('token_replayed', 'code_spent'))
      """;

  /** The index {@code audit_beginnings} has the same condition. */
  private static final String BEGINNINGS =
      " AND a.organization_id = ? AND a.event IN ('CONSENT', 'CREDENTIAL_CREATE')";

  /**
   * The entries of a page, the newest first. {@code rest}: where the search continues; empty if
   * there is nothing more. {@code comparedTo}: the moment of the last entry that was compared, if
   * the page is not full although there may be more entries.
   */
  public record Found(
      List<ListedAuditEntry> entries,
      Optional<AuditSearch.Position> rest,
      Optional<Instant> comparedTo) {}

  /** One page. Every entry is on exactly one page. */
  public Found page(AuditSearch search, int limit) {
    return database.list(sql -> {
      var statement = AuditStatement.of(search, place(sql, search));
      Optional<Place> last =
          statement.isBounded()
              ? sql.one(
                  statement.withIndexed(LAST_COMPARED),
                  row -> new Place(row.instant("at"), row.large("entry_id")),
                  statement.indexedValues(MAX_COMPARED))
              : Optional.empty();
      var bounded = last.map(statement::upTo).orElse(statement);
      List<ListedAuditEntry> read =
          sql.all(bounded.withAll(ENTRIES), AuditRecords::read, bounded.allValues(limit + 1));
      return found(statement, read, limit, last);
    });
  }

  private static Found found(
      AuditStatement statement, List<ListedAuditEntry> read, int limit, Optional<Place> last) {
    List<ListedAuditEntry> inOrder =
        read.stream().sorted(statement.ascends() ? OLDEST_FIRST : OLDEST_FIRST.reversed()).toList();
    boolean isFull = inOrder.size() > limit;
    List<ListedAuditEntry> shown = inOrder.subList(0, isFull ? limit : inOrder.size());
    Optional<Place> end = isFull ? Optional.of(place(shown.getLast())) : last;
    return new Found(
        statement.ascends() ? shown.reversed() : shown,
        end.map(place -> statement.continuedAt(place.entry())),
        isFull ? Optional.empty() : last.map(Place::at));
  }

  /** The place of the entry at which a page begins. */
  private static Optional<Place> place(Sql sql, AuditSearch search) throws SQLException {
    return switch (search.position()) {
      case AuditSearch.Position.Newest _ -> Optional.empty();
      case AuditSearch.Position.After(long entry) -> Optional.of(place(sql, search, entry));
      case AuditSearch.Position.Before(long entry) -> Optional.of(place(sql, search, entry));
      case AuditSearch.Position.Since(long entry) -> Optional.of(place(sql, search, entry));
    };
  }

  /**
   * If the entry has been deleted, all older entries have been deleted as well, so nothing is older
   * than the returned place. The same is returned for an entry that the search does not find:
   * callers choose the number, and must not learn when others have added an entry.
   */
  private static Place place(Sql sql, AuditSearch search, long entry) throws SQLException {
    var found = new AuditConditions(search).indexed();
    var values = new ArrayList<@Nullable Object>(found.values());
    values.addFirst(entry);
    Instant at =
        sql.one(
                "SELECT a.at FROM audit a WHERE a.entry_id = ?" + found.text(),
                row -> row.instant("at"),
                values.toArray())
            .orElse(Instant.EPOCH);
    return new Place(at, entry);
  }

  private static Place place(ListedAuditEntry entry) {
    return new Place(entry.entry().moment().at(), entry.number());
  }

  /** One entry; empty if it is not one of this organization. */
  public Optional<ListedAuditEntry> find(long number, Optional<Id.Organization> organization) {
    String text =
        ENTRIES
            .replace(
                "{conditions}",
                " AND a.entry_id = ?"
                    + (organization.isPresent() ? " AND a.organization_id || '' = ?" : ""))
            .replace("ORDER BY a.at {order}, a.entry_id {order}", "");
    var values = new ArrayList<@Nullable Object>(List.of(number));
    organization.ifPresent(values::add);
    values.add(1);
    return database.list(sql -> sql.one(text, AuditRecords::read, values.toArray()));
  }

  /** The newest entries of all organizations, without those that programs write all the time. */
  public List<ListedAuditEntry> newest(int limit) {
    return newest(RARE, limit);
  }

  /** The newest grants and credentials of an organization. */
  public List<ListedAuditEntry> beginnings(Id.Organization organization, int limit) {
    return newest(BEGINNINGS, organization, limit);
  }

  private List<ListedAuditEntry> newest(String conditions, @Nullable Object... values) {
    String text = ENTRIES.replace("{conditions}", conditions).replace("{order}", "DESC");
    return database.list(sql -> sql.all(text, AuditRecords::read, values)).stream()
        .sorted(OLDEST_FIRST.reversed())
        .toList();
  }

  /** Records that a person has exported the audit log. */
  public void exported(Id.Subject by, Optional<Id.Organization> organization, RequestMoment now) {
    var store = database.at(now);
    store.write(sql -> {
      var entry = AuditEntry.of(now, AuditEvent.AUDIT_EXPORT, AuditOutcome.OK).by(by);
      sql.record(organization.map(entry::in).orElse(entry));
      return by;
    });
  }

  /** Records that an operator has exported the whole log. */
  public void exported(RequestMoment now) {
    var store = database.at(now);
    store.run(sql -> sql.record(AuditEntry.of(now, AuditEvent.AUDIT_EXPORT, AuditOutcome.OK)));
  }

  static ListedAuditEntry read(Sql.Row row) throws SQLException {
    return new ListedAuditEntry(
        row.large("entry_id"),
        new AuditEntry(
            new RequestMoment(row.instant("at"), row.text("address"))
                .identified(row.maybeText("request_id")),
            AuditEvent.valueOf(row.text("event")),
            AuditOutcome.stored(row.text("outcome")),
            actor(row),
            concerned(row),
            row.maybeText("detail")),
        new AuditNames(
            actorName(row),
            person(row, "about_user_id", "about"),
            credential(row, "client_id", "credential"),
            row.maybeText("organization_name"),
            row.maybeText("team_name")),
        new RecordedNames(
            row.maybeText("recorded_actor"),
            row.maybeText("recorded_about"),
            row.maybeText("recorded_client"),
            row.maybeText("recorded_organization"),
            row.maybeText("recorded_team")));
  }

  private static RecordedActor actor(Sql.Row row) throws SQLException {
    Optional<String> subject = row.maybeText("user_id");
    return subject.isPresent()
        ? Id.Subject.stored(subject.get())
        : RecordedActor.at(row.text("address"));
  }

  private static Set<Id> concerned(Sql.Row row) throws SQLException {
    var ids = new HashSet<Id>();
    row.maybeText("about_user_id").map(Id.User::new).ifPresent(ids::add);
    row.maybeText("client_id").map(Id.Client::new).ifPresent(ids::add);
    row.maybeText("organization_id").map(Id.Organization::new).ifPresent(ids::add);
    row.maybeText("team_id").map(Id.Team::new).ifPresent(ids::add);
    return ids;
  }

  private static Optional<AuditNames.Named> actorName(Sql.Row row) throws SQLException {
    Optional<AuditNames.Person> person = person(row, "user_id", "actor");
    return person.isPresent()
        ? Optional.of(person.get())
        : credential(row, "machine_client", "machine").map(machine -> machine);
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

  private static Optional<AuditNames.App> credential(Sql.Row row, String id, String prefix)
      throws SQLException {
    return row.maybeText(prefix + "_name").isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AuditNames.App(
                new Id.Client(row.text(id)),
                row.text(prefix + "_name"),
                home(row, prefix),
                new Id.User(row.text(prefix + "_owner")),
                row.text(prefix + "_type").equals("PERSONAL"),
                row.maybeInstant(prefix + "_deleted").isPresent()));
  }

  private static Organization home(Sql.Row row, String prefix) throws SQLException {
    return new Organization(
        new Id.Organization(row.text(prefix + "_home")),
        row.text(prefix + "_home_name"),
        Organization.Kind.valueOf(row.text(prefix + "_home_kind")));
  }
}

package dev.latchkey.storage.alert;

import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.query.BoundedCount;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads alerts, the newest first. */
public record AlertList(Database database) {
  /** How many open alerts a start page or the overview of a credential shows. */
  public static final int MOST_SHOWN = 5;

  /** How many alerts of an organization are compared with a kind, if closed ones are wanted. */
  private static final int MOST_COMPARED = 2_000;

  /**
   * Which alerts.
   *
   * @param organization empty for all of them, and those of the platform
   * @param before alerts that are older than this one
   */
  public record Search(
      Optional<Id.Organization> organization,
      Optional<Alert.State> state,
      Optional<AlertKind> kind,
      Optional<Place> before,
      int most) {}

  /** The place of an alert in the order. */
  public record Place(Instant at, String id) {
    public static Place of(Alert alert) {
      return new Place(alert.firstAt(), alert.id().value());
    }

    /** As addresses have it, such as {@code 1772366400000-alert_…}. */
    public String written() {
      return at.toEpochMilli() + "-" + id;
    }

    public static Optional<Place> parse(String text) {
      String[] parts = text.split("-", 2);
      return parts.length == 2 && parts[0].matches("[0-9]{1,15}")
          ? Id.ALERT
              .parse(parts[1])
              .map(id -> new Place(Instant.ofEpochMilli(Long.parseLong(parts[0])), id.value()))
          : Optional.empty();
    }
  }

  public Optional<Alert> find(Id.Alert id) {
    return database.read(
        sql -> sql.one("SELECT * FROM alerts WHERE alert_id = ?", AlertRow::read, id));
  }

  public List<Alert> find(Search search) {
    var values = new Values().and("most", search.most).and("compared", MOST_COMPARED);
    var where = new StringBuilder("TRUE");
    search.organization.ifPresent(id -> {
      where.append(" AND a.organization_id = :organization");
      values.and("organization", id);
    });
    search.state.ifPresent(state ->
        where.append(
            switch (state) {
              case OPEN -> " AND a.closed_at IS NULL";
              case CLOSED -> " AND a.closed_at IS NOT NULL";
            }));
    search.before.ifPresent(place -> {
      where.append(" AND (a.first_at, a.alert_id) < (:at, :id)");
      values.and("at", place.at).and("id", place.id);
    });
    search.kind.ifPresent(kind -> values.and("kind", kind));
    String text =
        """
        SELECT c.*
        FROM (SELECT a.*
            FROM alerts a
            WHERE {where}
            ORDER BY a.first_at DESC, a.alert_id DESC
            LIMIT :compared) c
        WHERE {kind}
        ORDER BY c.first_at DESC, c.alert_id DESC
        LIMIT :most
        """
            .replace("{where}", where)
            .replace("{kind}", search.kind.isPresent() ? "c.kind = :kind" : "TRUE");
    return database.list(sql -> sql.all(text, AlertRow::read, values));
  }

  /** The newest that are open in an organization, without those that have a list of their own. */
  public List<Alert> newestOpen(Id.Organization of) {
    return find(
            new Search(
                Optional.of(of),
                Optional.of(Alert.State.OPEN),
                Optional.empty(),
                Optional.empty(),
                MOST_SHOWN + Alert.MOST_OPEN))
        .stream()
        .filter(alert -> alert.kind() != AlertKind.APPROVAL_WAITING)
        .limit(MOST_SHOWN)
        .toList();
  }

  /** The open ones about one credential. */
  public List<Alert> openOf(Id.Client client) {
    return database.list(sql ->
        sql.all(
            """
            SELECT *
            FROM alerts
            WHERE client_id = ?
              AND closed_at IS NULL
            ORDER BY first_at DESC
            LIMIT ?
            """,
            AlertRow::read,
            client,
            MOST_SHOWN));
  }

  /** The open ones about the credentials of an owner. */
  public List<Alert> openOf(Id.User owner) {
    return database.list(sql ->
        sql.all(
            """
            SELECT a.*
            FROM credentials c
            JOIN alerts a ON a.client_id = c.client_id
              AND a.closed_at IS NULL
            WHERE c.owner_id = ?
              AND c.deleted_at IS NULL
            ORDER BY a.first_at DESC
            LIMIT ?
            """,
            AlertRow::read,
            owner,
            MOST_SHOWN));
  }

  /** How many are open in an organization. */
  public BoundedCount open(Id.Organization of) {
    int found =
        database.list(sql ->
            sql.one(
                    """
                    SELECT COUNT(*) AS found
                    FROM (SELECT 1 FROM alerts
                        WHERE organization_id = ?
                          AND closed_at IS NULL
                        LIMIT ?) counted
                    """,
                    row -> row.number("found"),
                    of,
                    BoundedCount.QUERY_LIMIT)
                .orElseThrow());
    return new BoundedCount(found);
  }
}

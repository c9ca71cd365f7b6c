package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** From which networks credentials call, and when each was last used. */
public record CredentialNetworks(Database database) {
  /** With so many networks, another one says nothing. */
  public static final int MOST = 20;

  /** While the first network of a credential is not older than this, others are no surprise. */
  private static final Duration LEARNING = Duration.ofDays(7);

  /**
   * What was known of a credential when it was used.
   *
   * @param isSurprise whether the network is new, and the others are few and known for long
   */
  public record Known(
      Id.Organization organization, String name, Optional<Instant> lastUse, boolean isSurprise) {}

  private record Row(String network, Instant first, Instant last) {}

  private record Credential(
      Id.Organization organization, String name, Optional<Instant> lastUse, boolean isPublic) {}

  /** Notes a use. Empty if there is no such credential. */
  public Optional<Known> use(Id.Client client, String network, Instant at) {
    return database.write(sql -> {
      Optional<Credential> credential = credential(sql, client);
      if (credential.isEmpty()) {
        return Optional.empty();
      }
      List<Row> rows = rows(sql, client);
      note(sql, client, network, rows, at);
      boolean isNew = rows.stream().noneMatch(row -> row.network.equals(network));
      boolean isLearnt = rows.stream().anyMatch(row -> !row.first.isAfter(at.minus(LEARNING)));
      Optional<Instant> last =
          rows.stream()
              .map(Row::last)
              .max(Comparator.naturalOrder())
              .or(() -> credential.get().lastUse)
              .filter(Predicate.not(Instant.EPOCH::equals));
      return Optional.of(
          new Known(
              credential.get().organization,
              credential.get().name,
              last,
              isNew && isLearnt && rows.size() < MOST && !credential.get().isPublic));
    });
  }

  /** An app that was let in without a credential runs on the devices of people. */
  private static Optional<Credential> credential(Sql sql, Id.Client client) throws SQLException {
    return sql.one(
        """
        SELECT c.organization_id, c.name, c.last_used_at,
            CASE WHEN EXISTS (SELECT 1 FROM public_clients p WHERE p.client_id = c.client_id) THEN 1 ELSE 0 END AS public
        FROM credentials c
        WHERE c.client_id = ?
          AND c.deleted_at IS NULL
        """,
        row ->
            new Credential(
                row.organization(),
                row.text("name"),
                row.maybeInstant("last_used_at"),
                row.flag("public")),
        client);
  }

  private static List<Row> rows(Sql sql, Id.Client client) throws SQLException {
    return sql.all(
        """
        SELECT network, first_at, last_at
        FROM credential_networks
        WHERE client_id = ?
        ORDER BY last_at, network
        """,
        row -> new Row(row.text("network"), row.instant("first_at"), row.instant("last_at")),
        client);
  }

  private static void note(Sql sql, Id.Client client, String network, List<Row> rows, Instant at)
      throws SQLException {
    sql.update(
        """
        INSERT INTO credential_networks (client_id, network, first_at, last_at)
        VALUES (?, ?, ?, ?)
        ON CONFLICT (client_id, network) DO UPDATE
        SET last_at = CASE WHEN credential_networks.last_at < excluded.last_at THEN excluded.last_at ELSE credential_networks.last_at END
        """,
        client,
        network,
        at,
        at);
    boolean isNew = rows.stream().noneMatch(row -> row.network.equals(network));
    if (isNew && rows.size() >= MOST) {
      sql.update(
          "DELETE FROM credential_networks WHERE client_id = ? AND network = ?",
          client,
          rows.getFirst().network);
    }
  }

  public static void delete(Sql sql, Id.Client client) throws SQLException {
    sql.update("DELETE FROM credential_networks WHERE client_id = ?", client);
  }
}

package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Logo;
import dev.latchkey.model.credential.LogoImage;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The logos of credentials (docs/decisions/0098). The row of the credential has the hash of its
 * logo, so a page that reads a credential has the address of its logo and reads no image.
 */
public record AppLogos(Database database) {
  public Optional<byte[]> find(Logo logo) {
    return database.read(sql ->
        sql.one(
            "SELECT image FROM app_logos WHERE client_id = ? AND hash = ?",
            row -> row.bytes("image"),
            logo.client(),
            logo.hash()));
  }

  /**
   * Stores the logo of a credential instead of the one that it has. False if the credential was
   * deleted, or has another owner since it was read.
   */
  public boolean replace(Credential known, LogoImage image, Actor actor) {
    Logo logo = image.of(known.clientId());
    var store = database.at(actor.moment());
    return store.write(sql -> {
      if (!point(sql, known, logo.hash())) {
        return false;
      }
      sql.update(
          """
          INSERT INTO app_logos (client_id, hash, image)
          VALUES (?, ?, ?)
          ON CONFLICT (client_id) DO UPDATE
          SET hash = excluded.hash, image = excluded.image
          """,
          logo.client(),
          logo.hash(),
          image.png());
      var change =
          known.profile().logo().isPresent()
              ? AuditDetail.LogoChange.CHANGED
              : AuditDetail.LogoChange.ADDED;
      record(sql, known, change, actor);
      return true;
    });
  }

  /** Deletes the logo of a credential. False as above, or if it has none. */
  public boolean remove(Credential known, Actor actor) {
    var store = database.at(actor.moment());
    return store.write(sql -> {
      boolean removed = point(sql, known, "") && delete(sql, known.clientId());
      if (removed) {
        record(sql, known, AuditDetail.LogoChange.REMOVED, actor);
      }
      return removed;
    });
  }

  static boolean delete(Sql sql, Id.Client client) throws SQLException {
    return sql.updateOne("DELETE FROM app_logos WHERE client_id = ?", client);
  }

  /** The new version makes users look again who are deciding about the app (0091). */
  private static boolean point(Sql sql, Credential known, String hash) throws SQLException {
    return sql.updateOne(
        """
        UPDATE credentials
        SET logo = ?, version = version + 1
        WHERE client_id = ?
          AND owner_id = ?
          AND deleted_at IS NULL
        """,
        hash,
        known.clientId(),
        known.owner());
  }

  private static void record(Sql sql, Credential known, AuditDetail.LogoChange change, Actor actor)
      throws SQLException {
    sql.record(
        actor
            .entry(AuditEvent.CREDENTIAL_CHANGE)
            .about(known.clientId())
            .in(known.organization())
            .detailed(AuditDetail.of(change)));
  }
}

package dev.latchkey.storage.people;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.storage.database.Database;
import java.time.Duration;

/** The one-time links with which the first organization is created (rule 6.1). */
public record SetupLinks(Database database) {
  /** How long a link is valid, and how many are. */
  private static final Duration LIFE = Duration.ofHours(24);

  private static final int MOST = 16;

  /**
   * Creates the first organization and its super administrator with a one-time key. False if the
   * key was used before.
   */
  public boolean setUp(
      Secret.Setup key, Organizations.Founded founded, PasswordHash password, RequestMoment now) {
    var store = database.at(now);
    return store.write(sql -> {
      // This locks the keys. Two setups with different keys wait for each other, and the
      // second one sees the user of the first.
      sql.update("UPDATE setup_keys SET created_at = created_at");
      boolean first =
          sql.updateOne(
              """
              UPDATE setup_keys
              SET used_at = ?
              WHERE key_hash = ?
                AND used_at IS NULL
                AND created_at > ?
                AND NOT EXISTS (SELECT 1 FROM users)
              """,
              now.at(),
              key.hash(),
              now.at().minus(LIFE));
      if (first) {
        var founder = new Actor.Person(founded.administrator(), now);
        Organizations.insert(sql, founded.organization(), founder);
        Teams.insert(sql, founded.team(), founder);
        Directory.insert(sql, founded.administrator(), password, founder);
        sql.record(founder.entry(AuditEvent.SETUP).in(founded.organization().id()));
      }
      return first;
    });
  }

  /**
   * Adds a one-time key. Each node of an empty store prints a link, and each link works until one
   * of them is used, it expires, or newer ones take its place.
   */
  public void offer(Secret.Setup key, RequestMoment now) {
    var store = database.at(now);
    store.run(sql -> {
      sql.update(
          """
          DELETE FROM setup_keys
          WHERE created_at <= ?
             OR key_hash NOT IN (
                  SELECT key_hash FROM setup_keys ORDER BY created_at DESC LIMIT ?)
          """,
          now.at().minus(LIFE),
          MOST - 1);
      sql.update(
          "INSERT INTO setup_keys (key_hash, created_at) VALUES (?, ?)", key.hash(), now.at());
    });
  }

  /** Whether a link still works. After the first organization exists, none does. */
  public boolean isOpen(Secret.Setup key, RequestMoment now) {
    return database.read(sql ->
        sql.exists(
            """
            SELECT 1 FROM setup_keys
            WHERE key_hash = ?
              AND used_at IS NULL
              AND created_at > ?
              AND NOT EXISTS (SELECT 1 FROM users LIMIT 1)
            """,
            key.hash(),
            now.at().minus(LIFE)));
  }
}

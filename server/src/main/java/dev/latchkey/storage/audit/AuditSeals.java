package dev.latchkey.storage.audit;

import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.seal.AuditLine;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.model.audit.seal.Leaves;
import dev.latchkey.model.audit.seal.SealKey;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.database.Values;
import dev.latchkey.storage.database.WriteSpace;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The seals of the audit log, and its lines as they are sealed (docs/decisions/0106). */
public record AuditSeals(Database database) {
  /** The number of the lock whose node seals the next lines. */
  private static final long TURN = 0x7365_616c_73L;

  private static final int PRUNED_AT_ONCE = 100;

  /** The columns that have other names than the fields. */
  private static final Map<String, String> COLUMNS =
      Map.of(
          "org_id", "organization_id",
          "recorded_credential", "recorded_client",
          "recorded_org", "recorded_organization");

  public Optional<AuditSeal> newest() {
    return database.read(AuditSeals::newest);
  }

  private static Optional<AuditSeal> newest(Sql sql) throws SQLException {
    return sql.one("SELECT * FROM audit_seals ORDER BY number DESC LIMIT 1", AuditSeals::read);
  }

  public Optional<AuditSeal> find(long number) {
    return database.read(
        sql -> sql.one("SELECT * FROM audit_seals WHERE number = ?", AuditSeals::read, number));
  }

  /** The first seal with a higher number. */
  public Optional<AuditSeal> next(long number) {
    return database.read(sql ->
        sql.one(
            "SELECT * FROM audit_seals WHERE number > ? ORDER BY number LIMIT 1",
            AuditSeals::read,
            number));
  }

  /** Lines with numbers above {@code after}, up to {@code last}, in the order of their numbers. */
  public List<AuditLine> lines(long after, long last, int limit) {
    return database.list(sql ->
        sql.all(
            "SELECT * FROM audit WHERE entry_id > ? AND entry_id <= ? ORDER BY entry_id LIMIT ?",
            AuditSeals::line,
            after,
            last,
            limit));
  }

  /**
   * Adds the seal that continues this one, unless another node has added one. The first of a day
   * also records the last head of the day before, which thereby reaches every copy of the log.
   */
  public boolean add(AuditSeal seal, RequestMoment now) {
    var store = database.at(now).using(WriteSpace.RENEWING);
    return store.write(sql -> {
      Optional<AuditSeal> newest = sql.hasTurn(TURN) ? newest(sql) : Optional.empty();
      boolean continues =
          newest.map(AuditSeal::head).orElse(AuditSeal.NOTHING).equals(seal.link().previous());
      if (!continues || !insert(sql, seal)) {
        return false;
      }
      Optional<AuditSeal> endOfDay = newest.filter(before -> !day(before).equals(day(seal)));
      if (endOfDay.isPresent()) {
        sql.record(
            AuditEntry.of(now, AuditEvent.AUDIT_SEAL, AuditOutcome.OK)
                .detailed(AuditDetail.ofHead(endOfDay.get().head())));
      }
      return true;
    });
  }

  private static Object day(AuditSeal seal) {
    return seal.link().at().atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private static boolean insert(Sql sql, AuditSeal seal) throws SQLException {
    AuditSeal.Content content = seal.content();
    return sql.updateOne(
        """
        INSERT INTO audit_seals (number, after_entry, last_entry, lines, others, apps, oldest_at, latest_at,
            earlier_at, keeps_lines, keeps_days, sealed_at, previous, public_key, known_keys, signature, total)
        VALUES (:number, :after, :last, :lines, :others, :apps, :oldest, :latest,
            :earlier, :window, :days, :at, :previous, :key, :known, :signature,
            1 + :hashes + COALESCE((SELECT s.total FROM audit_seals s WHERE s.number = :number - 1), 0))
        ON CONFLICT (number) DO NOTHING
        """,
        new Values()
            .and("number", seal.range().number())
            .and("after", seal.range().after())
            .and("last", seal.range().last())
            .and("lines", content.lines())
            .and("others", content.others().bytes())
            .and("hashes", content.others().size())
            .and("apps", content.apps())
            .and("oldest", content.times().oldest())
            .and("latest", content.times().latest())
            .and("earlier", content.times().earlier())
            .and("window", seal.kept().lines())
            .and("days", seal.kept().days())
            .and("at", seal.link().at())
            .and("previous", seal.link().previous())
            .and("key", seal.link().key().jwk())
            .and("known", String.join(" ", seal.link().known()))
            .and("signature", seal.signature()));
  }

  /** What decides whether a seal is deleted. {@code total}: the size of all seals up to it. */
  private record Pruned(long number, long last, long total) {
    static Pruned read(Sql.Row row) throws SQLException {
      return new Pruned(row.large("number"), row.large("last_entry"), row.large("total"));
    }
  }

  /**
   * Deletes the oldest seals whose lines are all deleted, and those beyond so many hashes. The
   * first seal that stays names the head of the last that does not.
   */
  public void prune(long mostHashes, RequestMoment now) {
    List<Pruned> oldest =
        database.read(sql ->
            sql.all(
                """
                SELECT number, last_entry, total
                FROM audit_seals
                WHERE number < (SELECT MAX(number) FROM audit_seals)
                ORDER BY number
                LIMIT ?
                """,
                Pruned::read,
                PRUNED_AT_ONCE));
    if (oldest.isEmpty()) {
      return;
    }
    long firstLine = number("SELECT COALESCE(MIN(entry_id), 0) AS found FROM audit");
    long total = number("SELECT total AS found FROM audit_seals ORDER BY number DESC LIMIT 1");
    oldest.stream()
        .takeWhile(seal -> seal.last < firstLine || seal.total <= total - mostHashes)
        .reduce((_, last) -> last)
        .ifPresent(last ->
            database
                .at(now)
                .using(WriteSpace.ENDING)
                .run(sql -> sql.update("DELETE FROM audit_seals WHERE number <= ?", last.number)));
  }

  private long number(String text) {
    return database.read(sql -> sql.one(text, row -> row.large("found")).orElse(0L));
  }

  private static AuditSeal read(Sql.Row row) throws SQLException {
    return new AuditSeal(
        new AuditSeal.Range(row.large("number"), row.large("after_entry"), row.large("last_entry")),
        new AuditSeal.Content(
            row.number("lines"),
            Leaves.stored(row.bytes("others")),
            row.text("apps"),
            new AuditSeal.Times(
                row.instant("oldest_at"), row.instant("latest_at"), row.instant("earlier_at"))),
        new AuditSeal.Kept(row.large("keeps_lines"), row.number("keeps_days")),
        new AuditSeal.Link(
            row.text("previous"),
            row.instant("sealed_at"),
            new SealKey(row.text("public_key")),
            List.of(row.text("known_keys").split(" "))),
        row.text("signature"));
  }

  private static AuditLine line(Sql.Row row) throws SQLException {
    var fields = new HashMap<String, String>();
    for (String name : AuditLine.FIELDS) {
      String column = COLUMNS.getOrDefault(name, name);
      fields.put(name, row.maybeText(column).orElse(""));
    }
    fields.put("at", row.instant("at").toString());
    fields.put("event", event(row.text("event")));
    return new AuditLine(row.large("entry_id"), fields);
  }

  /** In another spelling it is another line, because no filter finds it. */
  private static String event(String stored) {
    String code = stored.toLowerCase(Locale.ROOT);
    return code.toUpperCase(Locale.ROOT).equals(stored) ? code : stored.toUpperCase(Locale.ROOT);
  }
}

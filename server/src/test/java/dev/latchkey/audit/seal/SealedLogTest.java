package dev.latchkey.audit.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Seals;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.audit.seal.AuditLine;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.model.audit.seal.AuditVerification;
import dev.latchkey.model.audit.seal.AuditVerification.Report;
import dev.latchkey.model.audit.seal.Finding;
import dev.latchkey.model.audit.seal.SealSigner;
import dev.latchkey.model.audit.seal.TestSigner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The audit log of a store and its exports, sealed by a server. */
class SealedLogTest {
  private static Report verify(Latchkey latchkey) {
    Set<String> keys = latchkey.wiring().keyring().ids();
    return verify(latchkey, new AuditVerification.Expected(Optional.empty(), keys));
  }

  private static Report verify(Latchkey latchkey, AuditVerification.Expected expected) {
    return verify(String.join("", file(latchkey)), expected);
  }

  private static Report verify(String file, AuditVerification.Expected expected) {
    try {
      var verification = new AuditVerification(expected);
      SealedFile.read(new BufferedReader(new StringReader(file)), verification);
      return verification.end();
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static List<String> file(Latchkey latchkey) {
    var log = new SealedLog(Seals.of(latchkey));
    var texts = new ArrayList<String>();
    for (var part = log.next(); part.isPresent(); part = log.next()) {
      texts.add(SealedFile.text(part.get()));
    }
    return texts;
  }

  private static List<Finding.What> found(Latchkey latchkey) {
    return verify(latchkey).findings().stream().map(Finding::what).distinct().toList();
  }

  private static int change(Latchkey latchkey, String text) {
    return latchkey.installation().database().write(sql -> sql.update(text));
  }

  @ParameterizedTest
  @EachStore
  void what_people_and_apps_do_is_sealed_and_verified(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      latchkey.app().tokens(latchkey.browser().signIn(latchkey.person()));
      latchkey.clock.pass(Duration.ofNanos(1_234_567));
      AuditSeal first = Seals.seal(latchkey);
      latchkey.person();
      AuditSeal second = Seals.seal(latchkey);
      latchkey.person();

      Report report = verify(latchkey);
      assertThat(report.findings()).isEmpty();
      assertThat(report.last().orElseThrow().range().number())
          .isGreaterThanOrEqualTo(second.range().number());
      assertThat(
              verify(latchkey, new AuditVerification.Expected(Optional.of(first.head()), Set.of()))
                  .findings())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EachStore
  void changes_behind_the_back_of_the_server_are_found(Store store) {
    Map<String, Finding.What> changes =
        Map.of(
            "UPDATE audit SET address = '192.0.2.66' WHERE entry_id = (SELECT MIN(entry_id) FROM audit)",
            Finding.What.LINE_CHANGED,
            "UPDATE audit SET recorded_actor = 'Mallory' WHERE entry_id = (SELECT MIN(entry_id) FROM audit)",
            Finding.What.LINE_CHANGED,
            "UPDATE audit SET at = at + 1 WHERE entry_id = (SELECT MIN(entry_id) FROM audit)",
            Finding.What.LINE_CHANGED,
            "UPDATE audit SET event = LOWER(event) WHERE entry_id = (SELECT MIN(entry_id) FROM audit)",
            Finding.What.LINE_CHANGED,
            "DELETE FROM audit WHERE entry_id = (SELECT MIN(entry_id) FROM audit)",
            Finding.What.LINE_REMOVED,
            "DELETE FROM audit_seals WHERE number = 2",
            Finding.What.SEALS_REMOVED,
            "UPDATE audit_seals SET signature = previous WHERE number = 1",
            Finding.What.SIGNATURE);
    changes.forEach((change, expected) -> {
      try (Latchkey latchkey = Latchkey.start(store)) {
        Stream.of(1, 2, 3)
            .forEach(_ -> {
              latchkey.person();
              Seals.seal(latchkey);
            });
        assertThat(found(latchkey)).isEmpty();
        assertThat(change(latchkey, change)).as(change).isEqualTo(1);
        assertThat(found(latchkey)).as(change).contains(expected);
      }
    });
  }

  @ParameterizedTest
  @EachStore
  void a_line_in_an_unused_number_is_found(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      latchkey.person();
      change(latchkey, "DELETE FROM audit WHERE entry_id = 1");
      Seals.seal(latchkey);
      assertThat(found(latchkey)).isEmpty();
      insert(latchkey, store, 1);
      assertThat(found(latchkey)).containsExactly(Finding.What.LINE_INSERTED);
      insert(latchkey, store, -1);
      assertThat(found(latchkey))
          .containsExactlyInAnyOrder(Finding.What.OUT_OF_ORDER, Finding.What.LINE_INSERTED);
    }
  }

  /** Java hashes half of a surrogate pair like a question mark, and other programs show it. */
  @Test
  void a_file_says_nothing_that_was_not_signed() {
    TestSigner signer = TestSigner.draw();
    var line =
        new AuditLine(
            1, Map.of("at", "2026-03-01T12:00:00Z", "event", "sign_in", "address", "a?b"));
    var link =
        new AuditSeal.Link(
            AuditSeal.NOTHING,
            Instant.parse(line.fields().get("at")),
            signer.key(),
            signer.known());
    AuditSeal seal =
        AuditSeal.unsigned(
                List.of(line), Optional.empty(), AuditSeal.Kept.of(AuditLimits.DEFAULT), link)
            .signed(signer);
    String file =
        SealedFile.text(new SealedLog.Part.Seal(seal))
            + SealedFile.text(new SealedLog.Part.Lines(List.of(line)));
    var expected = new AuditVerification.Expected(Optional.empty(), Set.of(signer.key().id()));
    assertThat(verify(file, expected).findings()).isEmpty();

    Map<String, String> changes =
        Map.of(
            "a?b", "a\\ud800b",
            "12:00:00Z", "13:00:00+01:00",
            "{\"seal\"", "{\"entry_id\":2,\"event\":\"sign_out\",\"seal\"",
            "\"seal\":1", "\"seal\":\"1\"");
    changes.forEach((old, other) ->
        assertThat(verify(file.replace(old, other), expected).findings())
            .as(other)
            .extracting(Finding::what)
            .contains(Finding.What.MALFORMED));
  }

  private static void insert(Latchkey latchkey, Store store, long number) {
    change(
        latchkey,
        "INSERT INTO audit (entry_id, at, event, outcome, address) "
            + (store == Store.POSTGRESQL ? "OVERRIDING SYSTEM VALUE " : "")
            + "VALUES (%d, 1, 'SIGN_IN', 'ok', '')".formatted(number));
  }

  @ParameterizedTest
  @EachStore
  void an_older_store_does_not_contain_a_later_head(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      latchkey.person();
      AuditSeal kept = Seals.seal(latchkey);
      change(latchkey, "DELETE FROM audit_seals WHERE number = " + kept.range().number());
      change(latchkey, "DELETE FROM audit WHERE entry_id > " + kept.range().after());
      latchkey.person();
      Seals.seal(latchkey);

      assertThat(found(latchkey)).isEmpty();
      assertThat(
              verify(latchkey, new AuditVerification.Expected(Optional.of(kept.head()), Set.of()))
                  .findings())
          .extracting(Finding::what)
          .containsExactly(Finding.What.NO_SUCH_HEAD);
    }
  }

  @ParameterizedTest
  @EachStore
  void seals_of_another_key_are_not_those_of_the_server(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      latchkey.person();
      change(latchkey, "DELETE FROM audit_seals");
      TestSigner forger = TestSigner.draw();
      BiFunction<Optional<AuditSeal>, RequestMoment, SealSigner> forge = (_, _) -> forger;
      Seals.seal(latchkey, AuditLimits.DEFAULT, forge::apply);
      assertThat(found(latchkey)).containsExactly(Finding.What.NO_SUCH_KEY);
    }
  }

  @ParameterizedTest
  @EachStore
  void the_chain_goes_on_with_the_next_signing_keys(Store store) {
    try (Latchkey latchkey = Latchkey.start(store)) {
      AuditSeal first = Seals.seal(latchkey);
      Duration life = latchkey.settings().limits().signingKey();
      for (int i = 0; i < 4; i++) {
        latchkey.clock.pass(life.dividedBy(2));
        latchkey.wiring().keyring().rotate(latchkey.now());
        latchkey.person();
        Seals.seal(latchkey);
      }
      Report report = verify(latchkey);
      assertThat(report.findings()).isEmpty();
      assertThat(report.last().orElseThrow().link().key()).isNotEqualTo(first.link().key());
    }
  }

  @ParameterizedTest
  @EachStore
  void nodes_that_seal_at_once_make_one_chain(Store store) throws InterruptedException {
    try (Latchkey latchkey = Latchkey.start(store)) {
      addMany(latchkey, 3_000);
      var nodes =
          Stream.of(1, 2, 3)
              .map(_ ->
                  Thread.ofVirtual()
                      .start(() -> Seals.seal(latchkey, AuditLimits.DEFAULT, Seals.own(latchkey))))
              .toList();
      for (Thread node : nodes) {
        node.join();
      }

      Report report = verify(latchkey);
      assertThat(report.findings()).isEmpty();
      assertThat(report.counts().verified()).isGreaterThanOrEqualTo(3_000);
    }
  }

  @ParameterizedTest
  @EachStore
  void retention_leaves_a_log_that_can_be_verified(Store store) {
    var few = new AuditLimits(400, 1_000);
    try (Latchkey latchkey = Latchkey.start(Latchkey.settings(store).with(few))) {
      for (int i = 0; i < 12; i++) {
        addMany(latchkey, 100);
        Seals.seal(latchkey, few, Seals.own(latchkey));
      }
      latchkey.stores().operation().purge().deleteAllExpired(latchkey.now().at());
      Seals.seal(latchkey, few, Seals.own(latchkey));

      Report report = verify(latchkey);
      assertThat(report.findings()).isEmpty();
      assertThat(report.counts().deleted()).isPositive();
      latchkey.clock.pass(Duration.ofDays(402));
      latchkey.person();
      latchkey.stores().operation().purge().deleteAllExpired(latchkey.now().at());
      Seals.seal(latchkey, few, Seals.own(latchkey));
      Seals.sealer(latchkey, few, Seals.own(latchkey)).seal(latchkey.now());

      Report later = verify(latchkey);
      assertThat(later.findings()).isEmpty();
      assertThat(later.first().orElseThrow().range().number()).isGreaterThan(10);
    }
  }

  private static void addMany(Latchkey latchkey, int count) {
    latchkey
        .installation()
        .database()
        .write(sql -> {
          for (int i = 0; i < count; i++) {
            sql.update(
                "INSERT INTO audit (at, event, outcome, address) VALUES (?, ?, 'ok', '192.0.2.1')",
                latchkey.now().at(),
                i % 2 == 0 ? "TOKEN_REFRESH" : "SIGN_OUT");
          }
          return count;
        });
  }
}

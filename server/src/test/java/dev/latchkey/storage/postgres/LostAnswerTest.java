package dev.latchkey.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.Nodes;
import dev.latchkey.storage.checks.TokenChecks;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.grants.Exchanged;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The response to a COMMIT is lost: its outcome is queried before the caller gets a result. */
class LostAnswerTest {
  private final Nodes nodes = Nodes.open(Store.POSTGRESQL);
  private final Team team = nodes.team();
  private final User user = nodes.member(User.Role.MEMBER, team);
  private final Credential.Personal app =
      nodes.app(nodes.member(User.Role.MEMBER).id(), nodes.secret());
  private final TokenPair fresh = nodes.pair();
  private final Secret.Code code = nodes.consent(nodes.thisNode, app, user, team).orElseThrow();

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void a_write_that_was_made_is_reported_as_made_and_not_repeated() {
    nodes.statementsOfThisNode.loseAnswerTo("COMMIT");

    assertThat(nodes.exchange(nodes.thisNode, app, code, fresh))
        .isInstanceOf(Exchanged.Issued.class);

    assertThat(isActive(fresh.access())).isTrue();
    assertThat(nodes.exchange(nodes.thisNode, app, code, nodes.pair()))
        .isEqualTo(Exchanged.Refused.CODE_SPENT);
  }

  @Test
  void a_write_that_was_not_made_is_made() {
    nodes.statementsOfThisNode.lose("COMMIT");

    assertThat(nodes.exchange(nodes.thisNode, app, code, fresh))
        .isInstanceOf(Exchanged.Issued.class);

    assertThat(isActive(fresh.access())).isTrue();
  }

  @Test
  void the_outcome_of_a_transaction_before_a_restart_is_unknown() {
    Numbered done = nodes.thisNode.write(Numbered::begin);
    var before = new Numbered(new Transaction("earlier"), done.number());

    assertThat(fate(done)).isEqualTo(Transaction.Fate.COMMITTED);
    assertThat(fate(before)).isEqualTo(Transaction.Fate.UNKNOWN);
  }

  @Test
  void a_running_transaction_is_in_progress() {
    Transaction.Fate during = nodes.thisNode.write(sql -> fate(Numbered.begin(sql)));

    assertThat(during).isEqualTo(Transaction.Fate.IN_PROGRESS);
  }

  /** Also if its only change is sent in the message of the COMMIT. */
  @Test
  void a_write_has_a_number_and_a_refused_one_has_none() {
    assertThat(nodes.thisNode.write(Numbered::begin).number()).isNotEmpty();
    Optional<String> ofRefused =
        nodes.thisNode.write(sql -> {
          sql.update("DELETE FROM codes WHERE code_hash = ?", fresh.access().hash());
          return sql.transactionNumber();
        });
    assertThat(ofRefused).isEmpty();
  }

  /** Otherwise an export of the audit log could miss the entry. */
  @Test
  void a_transaction_has_its_number_before_an_entry_of_the_audit_log_has_one() {
    var sent = new AtomicReference<>("");
    nodes.statementsOfThisNode.before(text -> {
      if (text.contains("INSERT INTO audit")) {
        sent.set(text);
      }
      return false;
    });

    nodes.thisNode.write(sql -> {
      RequestMoment now = nodes.now("test");
      sql.record(AuditEntry.of(now, AuditEvent.SIGN_IN, AuditOutcome.OK));
      return now;
    });

    assertThat(sent.get()).containsSubsequence("pg_current_xact_id()", "INSERT INTO audit");
  }

  private record Numbered(Transaction transaction, String number) {
    static Numbered begin(Sql sql) throws SQLException {
      Transaction own = Transaction.begin(sql, time -> {});
      sql.defer("DELETE FROM sent_forms");
      sql.defer("INSERT INTO sent_forms (form_id, kept_until) VALUES ('form', 0)");
      return new Numbered(own, sql.transactionNumber().orElseThrow());
    }
  }

  private Transaction.Fate fate(Numbered of) {
    return nodes.otherNode.read(sql -> of.transaction().fate(sql, of.number()));
  }

  private boolean isActive(Secret.Bearer token) {
    return new TokenChecks(nodes.otherNode, Limits.DEFAULT, asked -> {}, (grant, at) -> {})
        .look(token, nodes.clock.instant())
        .isPresent();
  }
}

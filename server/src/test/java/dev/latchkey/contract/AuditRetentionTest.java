package dev.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** How many entries the audit log keeps, and for how long (rule 6.6). */
@EachStore.ForClass
class AuditRetentionTest {
  private static final AuditLimits LIMITS = new AuditLimits(30, 1_000);

  @Parameter private Store store;

  private Latchkey latchkey;
  private Person reader;

  @BeforeEach
  void start() {
    latchkey = Latchkey.start(store, settings -> settings.with(LIMITS));
    reader =
        latchkey.person(latchkey.organization(), User.Role.SUPER_ADMINISTRATOR, latchkey.team());
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void an_entry_is_kept_for_the_configured_days() {
    record(AuditOutcome.QUEUE_FULL);
    latchkey.clock.pass(Duration.ofDays(29));
    record(AuditOutcome.NOT_DELIVERED);
    purge();
    assertThat(outcomes()).contains("queue_full", "not_delivered");

    latchkey.clock.pass(Duration.ofDays(1));
    purge();

    assertThat(outcomes()).contains("not_delivered").doesNotContain("queue_full");
  }

  @Test
  void the_oldest_entries_beyond_the_limit_are_deleted() {
    record(AuditOutcome.QUEUE_FULL);
    Crowd.of(
        1_200,
        i -> {
          record(AuditOutcome.OK);
          return i;
        });
    record(AuditOutcome.NOT_DELIVERED);

    purge();

    // The reader has signed in, and the download is recorded too.
    assertThat(outcomes())
        .hasSizeBetween(LIMITS.rows() * 9 / 10, LIMITS.rows() + 2)
        .contains("ok", "not_delivered")
        .doesNotContain("queue_full");
  }

  @Test
  void what_apps_write_without_a_person_pushes_out_no_other_entry() {
    record(AuditOutcome.QUEUE_FULL);
    var organization = reader.user().organization();
    for (int i = 0; i < 3; i++) {
      record(1_200, AuditEvent.TOKEN_REFRESH, organization);
      record(1_200, AuditEvent.CHILD_TOKEN_CREATE, organization);
      purge();
    }

    assertThat(outcomes())
        .hasSizeBetween(LIMITS.rows() / 2, LIMITS.rows() + 2)
        .contains("queue_full");
  }

  @Test
  void an_organization_pushes_out_no_entry_of_another() {
    record(20, AuditEvent.USER_CHANGE, reader.user().organization());
    var other = latchkey.organization(Organization.Kind.MULTI_TEAM).id();
    for (int i = 0; i < 3; i++) {
      record(1_200, AuditEvent.TEAM_CHANGE, other);
      purge();
    }

    assertThat(events().filter("user_change"::equals)).hasSize(20);
    assertThat(events().count()).isBetween(LIMITS.rows() * 9L / 10, LIMITS.rows() + 10L);
  }

  @Test
  void a_changed_limit_holds_without_a_restart() {
    record(AuditOutcome.QUEUE_FULL);
    latchkey.clock.pass(Duration.ofDays(8));
    purge();
    assertThat(outcomes()).contains("queue_full");

    var shorter = latchkey.settings().with(new AuditLimits(7, LIMITS.rows()));
    latchkey.installation().live().replace(shorter);
    purge();

    assertThat(outcomes()).doesNotContain("queue_full");
  }

  private void record(AuditOutcome outcome) {
    latchkey.stores().users().directory().mailed(reader.user().id(), outcome, latchkey.now());
  }

  private void record(int entries, AuditEvent event, Id.Organization organization) {
    AuditEntry entry = AuditEntry.of(latchkey.now(), event, AuditOutcome.OK).in(organization);
    latchkey
        .installation()
        .database()
        .write(sql -> {
          for (int i = 0; i < entries; i++) {
            sql.record(entry);
          }
          return entries;
        });
  }

  private void purge() {
    latchkey.stores().operation().purge().deleteAllExpired(latchkey.clock.instant());
  }

  private List<String> outcomes() {
    return values("outcome").toList();
  }

  private Stream<String> events() {
    return values("event");
  }

  private Stream<String> values(String field) {
    Browser browser = latchkey.browser().signIn(reader);
    return browser
        .get("/audit/export.jsonl")
        .body()
        .lines()
        .map(line -> line.replaceAll(".*\"" + field + "\":\"([^\"]+)\".*", "$1"));
  }
}

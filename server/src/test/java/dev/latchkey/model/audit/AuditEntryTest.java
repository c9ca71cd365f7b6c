package dev.latchkey.model.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.SignedIn;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.process.StorageFault;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Contract 6: an entry says who did it, about whom, to which credential, in which organization, and
 * with what outcome.
 */
class AuditEntryTest {
  private static final RequestMoment NOW = new RequestMoment(Instant.EPOCH, "203.0.113.7");
  private static final String DETAIL = "{}";
  private static final Id.User USER = new Id.User("usr_1");
  private static final Id.User WHOM = new Id.User("usr_2");
  private static final Id.Client CLIENT = new Id.Client("cli_1");
  private static final Id.Organization HOME = new Id.Organization("org_1");
  private static final Id.Team TEAM = new Id.Team("team_1");

  @Test
  void an_entry_holds_everything_that_was_set() {
    AuditEntry entry =
        AuditEntry.of(NOW, AuditEvent.CONSENT, AuditOutcome.OK)
            .by(USER)
            .about(WHOM)
            .about(CLIENT)
            .in(HOME)
            .in(TEAM)
            .detailed(Optional.of(DETAIL));

    assertThat(entry).isEqualTo(entry(AuditOutcome.OK));
    assertThat(entry.aboutUser()).contains(WHOM);
    assertThat(entry.client()).contains(CLIENT);
    assertThat(entry.organization()).contains(HOME);
    assertThat(entry.team()).contains(TEAM);
    assertThat(entry.about(new Id.User("usr_3")).aboutUser()).contains(new Id.User("usr_3"));
    assertThat(entry.with(AuditOutcome.EDIT_CONFLICT)).isEqualTo(entry(AuditOutcome.EDIT_CONFLICT));
  }

  @Test
  void an_entry_is_done_only_if_its_outcome_is() {
    assertThat(listed(AuditOutcome.OK).isDone()).isTrue();
    assertThat(listed(AuditOutcome.EDIT_CONFLICT).isDone()).isFalse();
    assertThat(listed(AuditOutcome.PASSWORD_AGAIN).isDone()).isTrue();
  }

  @Test
  void a_search_for_one_credential_continues_after_the_last_entry() {
    var position = new AuditSearch.Position.After(7);
    AuditSearch search = AuditSearch.of(CLIENT, position);

    assertThat(search.client()).contains(CLIENT);
    assertThat(search.position()).isEqualTo(position);
  }

  @Test
  void a_use_knows_its_first_and_last_moment_and_a_request_its_session() {
    var session = new SignedIn(SecretHash.of("abc"), USER, 3);

    assertThat(Usage.Period.at(NOW)).isEqualTo(new Usage.Period(Instant.EPOCH, NOW));
    assertThat(NOW.in(session))
        .isEqualTo(
            new RequestMoment(
                Instant.EPOCH,
                "203.0.113.7",
                NOW.network(),
                Optional.of(session),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void the_owner_of_an_app_sees_what_happened_and_not_who_did_it_from_where() {
    var described =
        new ListedAuditEntry(
            7,
            entry(AuditOutcome.EDIT_CONFLICT),
            names(Optional.of(person(USER, "Mei"))),
            recorded(Optional.of("Mei Then")));

    assertThat(described.withoutPerson())
        .isEqualTo(
            new ListedAuditEntry(
                7,
                AuditEntry.of(
                        new RequestMoment(Instant.EPOCH, ""),
                        AuditEvent.CONSENT,
                        AuditOutcome.EDIT_CONFLICT)
                    .about(WHOM)
                    .about(CLIENT)
                    .in(HOME)
                    .in(TEAM)
                    .detailed(Optional.of(DETAIL)),
                names(Optional.empty()),
                recorded(Optional.empty())));
  }

  @Test
  void a_name_that_was_recorded_stays_when_the_person_is_renamed() {
    var today = names(Optional.of(person(USER, "Mei Now")));
    var entry = entry(AuditOutcome.OK);

    var named = new ListedAuditEntry(7, entry, today, recorded(Optional.of("Mei Then")));
    var unnamed = new ListedAuditEntry(7, entry, today, RecordedNames.NONE);

    assertThat(named.namesThen().actorName()).isEqualTo("Mei Then");
    assertThat(named.namesThen().team()).contains("Old team");
    assertThat(named.namesThen().organization()).contains("Home");
    assertThat(unnamed.namesThen()).isEqualTo(today);
  }

  @Test
  void a_fault_of_the_store_is_one_line_of_the_log() {
    var cause = new IllegalStateException("disk\n  full");

    assertThat(new StorageFault("not written").inOneLine()).isEqualTo("not written");
    assertThat(new StorageFault("not\twritten", cause).inOneLine())
        .isEqualTo("not written: disk full");
    assertThat(new StorageFault("cannot open x: disk\n  full", cause).inOneLine())
        .isEqualTo("cannot open x: disk full");
  }

  private static AuditNames names(Optional<AuditNames.Named> actor) {
    return new AuditNames(
        actor,
        Optional.of(person(WHOM, "Lin")),
        Optional.empty(),
        Optional.of("Home"),
        Optional.of("Team"));
  }

  private static RecordedNames recorded(Optional<String> actor) {
    return new RecordedNames(
        actor, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("Old team"));
  }

  private static AuditNames.Person person(Id.User id, String name) {
    var home = new Organization(HOME, "Home", Organization.Kind.MULTI_TEAM);
    return new AuditNames.Person(id, name, name + "@example.com", home);
  }

  private static ListedAuditEntry listed(AuditOutcome outcome) {
    return new ListedAuditEntry(1, entry(outcome), AuditNames.NONE, RecordedNames.NONE);
  }

  private static AuditEntry entry(AuditOutcome outcome) {
    return new AuditEntry(
        NOW,
        AuditEvent.CONSENT,
        outcome,
        USER,
        Set.of(WHOM, CLIENT, HOME, TEAM),
        Optional.of(DETAIL));
  }
}

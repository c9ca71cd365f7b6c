package dev.latchkey.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.console.asset.Brand;
import dev.latchkey.console.page.Navigation;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Pages;
import dev.latchkey.model.Id;
import dev.latchkey.model.Language;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.audit.RecordedNames;
import dev.latchkey.model.credential.Authentication;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.grants.Exchanged;
import dev.latchkey.storage.pairs.Rotated;
import dev.latchkey.storage.people.UserAdministration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each entry of the audit log is a sentence in plain words. */
class AuditSentenceTest {
  private static final RequestMoment NOW = new RequestMoment(Instant.EPOCH, "203.0.113.7");

  @ParameterizedTest
  @EnumSource(Language.class)
  void every_event_with_every_outcome_is_a_sentence_without_codes(Language language) {
    for (AuditEvent event : AuditEvent.values()) {
      for (AuditOutcome outcome : AuditOutcome.values()) {
        String sentence = sentence(language, event, outcome);

        assertThat(sentence).isNotBlank().doesNotContain("_", "{", "\u0001");
      }
    }
  }

  /** Operations give the reason of a refusal as a value of these types. */
  @Test
  void every_reason_of_a_refusal_is_an_outcome() {
    Stream<Enum<?>> reasons =
        Stream.of(
                Exchanged.Refused.values(),
                Rotated.Refused.values(),
                Authentication.Failed.values(),
                UserAdministration.Outcome.values())
            .flatMap(Stream::of);

    assertThat(reasons.filter(reason -> !reason.name().equals("DONE")))
        .allSatisfy(reason -> assertThat(AuditOutcome.of(reason).isDone()).isFalse());
  }

  @Test
  void a_name_cannot_add_a_link_or_another_name() {
    String name = "x\u00012 {1} <b>";
    var person =
        new AuditNames.Person(
            new Id.User("usr_1"),
            name,
            "x@example.com",
            new Organization(new Id.Organization("org_1"), "Home", Organization.Kind.MULTI_TEAM));
    var names =
        new AuditNames(
            Optional.of(person),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(sentence(Language.ENGLISH, AuditEvent.SIGN_OUT, AuditOutcome.OK, names))
        .isEqualTo(name + " signed out");
  }

  /** Earlier versions recorded nobody for what the setup link created. */
  @Test
  void what_a_setup_created_without_an_actor_does_not_look_like_an_intrusion() {
    assertThat(sentence(Language.ENGLISH, AuditEvent.TEAM_CREATE, AuditOutcome.OK))
        .isEqualTo("The setup link created the team ");
    assertThat(sentence(Language.ENGLISH, AuditEvent.ORGANIZATION_CREATE, AuditOutcome.OK))
        .isEqualTo("The setup link created the organization ");
  }

  private static String sentence(Language language, AuditEvent event, AuditOutcome outcome) {
    return sentence(language, event, outcome, AuditNames.NONE);
  }

  private static String sentence(
      Language language, AuditEvent event, AuditOutcome outcome, AuditNames names) {
    Page page =
        new Pages(id -> Optional.empty(), () -> Brand.LATCHKEY, () -> Navigation.Approvals.NONE)
            .in(language);
    var entry = AuditEntry.of(NOW, event, outcome);
    return AuditSentence.of(page, new ListedAuditEntry(1, entry, names, RecordedNames.NONE))
        .parts()
        .stream()
        .map(AuditSentence.Part::text)
        .collect(Collectors.joining());
  }
}

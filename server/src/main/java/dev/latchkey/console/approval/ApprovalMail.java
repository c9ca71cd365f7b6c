package dev.latchkey.console.approval;

import dev.latchkey.console.page.Section;
import dev.latchkey.mail.MailInEveryLanguage;
import dev.latchkey.mail.Mailer;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.people.policy.DecideOnPublicClient.Decided;
import dev.latchkey.storage.credential.NoticeRecipients;
import dev.latchkey.storage.people.Administrators;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The mail about requests for apps without a credential, where mail is configured. */
public record ApprovalMail(Optional<Mailer> mailer, Administrators administrators) {
  /** What a person has asked for. */
  public record Asked(User by, Organization home, PublicClient app, String reason) {}

  public boolean isConfigured() {
    return mailer.isPresent();
  }

  /** Tells the administrators of an app about which nobody has asked before. */
  public void asked(Asked asked, Instant at, String baseUrl) {
    List<NoticeRecipients.Person> readers =
        administrators.of(asked.home).stream()
            .filter(each -> !each.id().equals(asked.by.id()))
            .toList();
    String address =
        "%s%s?organization=%s"
            .formatted(baseUrl, Section.APPROVALS.path(), asked.home.id().value());
    MailInEveryLanguage.of(asked.home.id(), mailer)
        .send(
            readers,
            "approval-asked.subject",
            "approval-asked.text",
            at,
            words ->
                List.of(
                    asked.by.name(),
                    asked.app.name(),
                    asked.app.host().orElseGet(() -> words.say("public-apps.program")),
                    asked.home.name(),
                    asked.reason.isEmpty() ? words.say("approvals.no-reason") : asked.reason,
                    address));
  }

  /** Tells the people who have asked what was decided. */
  public void decided(Decided decided, Instant at, String baseUrl) {
    boolean isAllowed = decided.allowed().isPresent();
    MailInEveryLanguage.of(decided.organization().id(), mailer)
        .send(
            decided.askers(),
            isAllowed ? "approval-allowed.subject" : "approval-denied.subject",
            isAllowed ? "approval-allowed.text" : "approval-denied.text",
            at,
            words ->
                List.of(
                    decided.app().name(),
                    decided.organization().name(),
                    decided.note().isEmpty() ? words.say("approvals.no-note") : decided.note(),
                    String.join(", ", decided.allowed().orElse(Scopes.NONE).names()),
                    baseUrl + OwnRequestsPage.PATH));
  }
}

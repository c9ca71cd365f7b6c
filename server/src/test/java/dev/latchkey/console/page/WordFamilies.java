package dev.latchkey.console.page;

import dev.latchkey.audit.AuditFilter;
import dev.latchkey.audit.EventGroup;
import dev.latchkey.console.call.CallFilter;
import dev.latchkey.console.credential.CredentialTab;
import dev.latchkey.console.credential.SettingsPart;
import dev.latchkey.console.credential.TrialStep;
import dev.latchkey.console.directory.BulkPeoplePage;
import dev.latchkey.console.directory.PeopleFilter;
import dev.latchkey.console.directory.PersonForm;
import dev.latchkey.console.directory.PersonTab;
import dev.latchkey.console.table.BulkAct;
import dev.latchkey.credential.logo.LogoReader;
import dev.latchkey.model.AllowedNetworks;
import dev.latchkey.model.Language;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.audit.AuditDetail;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.Holder;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.model.review.Review;
import dev.latchkey.model.review.ReviewItem;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.protocol.authorize.PublicClientGuard;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.publicclient.PublicClients;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys of texts that are composed of parts. */
final class WordFamilies {
  private static final Pattern REFUSED = Pattern.compile("new Refusal\\(\\s*(\\d{3})");

  private WordFamilies() {}

  /** Keys that are composed of a first part, one of these names, and a last part. */
  record Family(String first, Collection<?> names, String... last) {
    Stream<String> keys() {
      return names.stream().flatMap(name -> Stream.of(last).map(end -> first + name + end));
    }
  }

  private static final List<String> FLAWS_OF_CREDENTIALS =
      List.of("redirect-uri-missing", "redirect-uri-too-many", "scope-missing", "scope-unknown");

  private static final List<String> FLAWS_OF_POLICIES =
      List.of("public-apps-days", "public-apps-hosts", "public-apps-rule");

  private static final List<RedirectUri.Flaw> FLAWS_OF_LINKS =
      Stream.of(RedirectUri.Flaw.values())
          .filter(flaw -> flaw != RedirectUri.Flaw.RESERVED_QUERY_NAME)
          .toList();

  static final List<Family> FAMILIES =
      List.of(
          new Family("language.", List.of(Language.values()), ""),
          new Family("theme.", List.of(Theme.values()), ""),
          new Family("act.", List.of(Rights.Act.values()), ""),
          new Family("holder.", List.of(Holder.values()), ""),
          new Family("where.", List.of(Holder.Where.values()), ""),
          new Family("scope.", List.of("read", "write"), ""),
          new Family("concern.", List.of(CredentialConcern.values()), ""),
          new Family("refusal.", List.of(CallRefusal.values()), ""),
          new Family("tab.", List.of(CredentialTab.values()), ""),
          new Family("settings.", List.of(SettingsPart.values()), ""),
          new Family("people.idle.", List.of(PeopleFilter.Idle.values()), ""),
          new Family("settings.save.", List.of(SettingsPart.values()), ""),
          new Family("trial.step.", List.of(TrialStep.values()), "", ".what"),
          new Family("area.", List.of(Area.values()), ""),
          new Family("profile.", List.of(AppProfile.Text.values()), "", "-help"),
          new Family("context.", List.of(Context.PERSONAL, Context.PLATFORM), ""),
          new Family("stopped.", List.of(PublicClientGuard.Why.values()), "", ".what"),
          new Family("calls.view.", List.of("ALL", "REFUSED", "FAILED", "TOKENS"), ""),
          new Family("calls.outcome.", List.of(RecordedCall.Outcome.values()), ""),
          new Family("calls.kind.", List.of(RecordedCall.Kind.values()), ""),
          new Family("calls.reason.", List.of(CallReason.values()), ""),
          new Family("calls.repair.", List.of(CallReason.values()), ""),
          new Family("calls.range.", List.of(CallFilter.Range.values()), ""),
          new Family("calls.filter.", List.of(CallFilter.Field.values()), ""),
          new Family(
              "calls.hint.", List.of("METHOD", "ROUTE", "CREDENTIAL", "ADDRESS", "TOKEN"), ""),
          new Family("event-type.", List.of(EventType.values()), ""),
          new Family("alert.", List.of(AlertKind.values()), "", ".means", ".repair"),
          new Family("alert-reason.", List.of(Alert.Reason.values()), ""),
          new Family("alert-rule.", List.of("ON", "OFF"), ""),
          new Family("calls.stored.", List.of("DELETED"), ""),
          new Family("reviews.state.", List.of(Review.State.values()), ""),
          new Family("reviews.kind.", List.of(ReviewItem.Kind.values()), ""),
          new Family("reviews.end-what.", List.of(ReviewItem.Kind.values()), ""),
          new Family("review-decision.", List.of(ReviewItem.Decision.values()), ""),
          new Family("alerts.state.", List.of(Alert.State.values()), ""),
          new Family("webhook.reason.", List.of("BY_PERSON", "GONE", "FAILING", "FULL"), ""),
          new Family("approvals.done.", List.of("allowed", "denied"), ""),
          new Family("approvals.decided-before.", List.of(PublicClients.State.values()), ""),
          new Family("checklist.", List.of(Checklist.Kind.values()), ""),
          new Family("section.", List.of(Section.values()), ""),
          new Family("role.", List.of(User.Role.values()), ""),
          new Family(
              "role.",
              List.of(
                  User.Role.MEMBER,
                  User.Role.AUDITOR,
                  User.Role.ORGANIZATION_ADMINISTRATOR,
                  User.Role.PLATFORM_AUDITOR,
                  User.Role.SUPER_ADMINISTRATOR),
              ".what"),
          new Family("part.", List.of(PersonForm.Part.values()), ""),
          new Family("person.tab.", List.of(PersonTab.values()), ""),
          new Family(
              "people.bulk.",
              List.of(BulkPeoplePage.Act.values()),
              "",
              ".title",
              ".what",
              ".submit"),
          new Family("bulk.done.", List.of(BulkAct.values()), ""),
          new Family("public-apps.rule.", List.of(ClientPolicy.Rule.values()), ""),
          new Family("public-apps.state.", List.of("WAITING", "ALLOWED", "DENIED", "GONE"), ""),
          new Family(
              "bulk.reason.",
              List.of(AccessRemoval.Outcome.ENDED_BEFORE, AccessRemoval.Outcome.EDIT_CONFLICT),
              ""),
          new Family("state.", List.of(ManagedUser.State.values()), "", ".what"),
          new Family("kind.", List.of(Organization.Kind.values()), "", ".what"),
          new Family(
              "people.link.",
              List.of(ManagedUser.State.ACTIVE, ManagedUser.State.INVITED),
              "",
              ".what",
              ".submit"),
          new Family("letter.", List.of("invitation", "reset"), ".subject", ".text"),
          new Family("notice.", List.of(Notice.Change.values()), ".subject", ".text"),
          new Family("store.", List.of(Database.Dialect.values()), ""),
          new Family("link.", List.of("invitation", "reset"), "", ".what"),
          new Family("flaw.", FLAWS_OF_CREDENTIALS, ""),
          new Family("flaw.", FLAWS_OF_POLICIES, ""),
          new Family("flaw.name.", List.of(DisplayName.Flaw.values()), ""),
          new Family("flaw.description.", List.of(AppProfile.Flaw.values()), ""),
          new Family("flaw.link.", FLAWS_OF_LINKS, ""),
          new Family("flaw.logo.", List.of(LogoReader.Flaw.values()), ""),
          new Family("logo.", List.of(AuditDetail.LogoChange.values()), ""),
          new Family("flaw.networks.", List.of(AllowedNetworks.Flaw.Kind.values()), ""),
          new Family("event.", List.of(AuditEvent.values()), ""),
          new Family("audit.filter.", List.of(AuditFilter.Field.values()), ""),
          new Family("audit.range.", List.of(AuditFilter.Range.values()), ""),
          new Family("audit.outcome.", List.of(AuditFilter.Outcome.values()), ""),
          new Family("audit.group.", List.of(EventGroup.values()), ""),
          new Family(
              "audit.view.",
              List.of("ALL", "REFUSED", "FAILED_SIGN_INS", "ADMINISTRATION", "CREDENTIALS"),
              ""),
          new Family("audit.field.", List.of(AuditDetail.Field.values()), ""),
          new Family("scope.", List.of("read", "write"), ""),
          new Family("done.", List.of(AuditEvent.values()), ""),
          new Family(
              "outcome.",
              Stream.of(AuditOutcome.values())
                  .filter(outcome -> outcome != AuditOutcome.OK)
                  .toList(),
              ""),
          new Family("overlap.", List.of(OrganizationTokens.Overlap.values()), ""),
          new Family("tokens.reissued-what.", List.of(OrganizationTokens.Overlap.values()), ""),
          new Family("type.", List.of(CredentialLists.Search.Type.values()), ""),
          new Family("state.", List.of(CredentialLists.Search.State.values()), ""),
          new Family("option.", List.of(Credential.Option.values()), "", ".what"),
          new Family("flaw.password.", List.of(PasswordRule.Flaw.values()), ""),
          new Family("flaw.redirect-uri.", List.of(RedirectUri.Flaw.values()), ""),
          new Family("problem.status.", refusedStatuses(), ""));

  /** Each HTTP status with which a request is refused before it reaches a page. */
  private static Set<String> refusedStatuses() {
    return WordsTest.files(Path.of("src/main/java/dev/latchkey/edge/http"))
        .flatMap(text -> REFUSED.matcher(text).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }
}

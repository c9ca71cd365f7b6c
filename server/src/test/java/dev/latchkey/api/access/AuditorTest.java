package dev.latchkey.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.api.ManagementApi;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.AuditSearch;
import dev.latchkey.model.credential.Allowance;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.Consent;
import dev.latchkey.storage.grants.Approval;
import dev.latchkey.storage.grants.NewCode;
import dev.latchkey.storage.grants.NewGrant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** An auditor sees what an administrator sees, and changes nothing but the own security. */
@EachStore.ForClass
@SuppressWarnings("NullAway.Init")
class AuditorTest {
  private static final String PEOPLE = "/organization/people/";

  private static Latchkey latchkey;

  @Parameter Store store;

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Person olga =
      latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, false, apollo);
  private final Person ada = latchkey.person(acme, User.Role.MEMBER, false, apollo);
  private final Person mei = latchkey.person(acme, User.Role.MEMBER, false, apollo);
  private final Browser administrator = latchkey.browser().signIn(olga);

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey = ManagementApi.start(store);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  private Answer give(Browser browser, Person whom, String role) {
    User now = latchkey.managed(whom).user();
    return browser.post(
        PEOPLE + whom.id(),
        Map.of(
            "form_token",
            Browser.hidden(browser.get("/account/profile")).get("form_token"),
            "version",
            String.valueOf(latchkey.managed(whom).version()),
            "name",
            now.name(),
            "email",
            now.email(),
            "role",
            role,
            "team." + whom.team(),
            "MEMBER"));
  }

  @Test
  void an_administrator_makes_a_person_an_auditor_and_a_member_again_at_once() {
    Browser theirs = latchkey.browser().signIn(ada);
    assertThat(theirs.get(PEOPLE + mei.id()).status()).isEqualTo(403);

    assertThat(give(administrator, ada, "AUDITOR").status()).isEqualTo(303);

    assertThat(latchkey.managed(ada).user().role()).isEqualTo(User.Role.AUDITOR);
    assertThat(theirs.get(PEOPLE + mei.id()).body())
        .contains(mei.email(), "You are an auditor")
        .doesNotContain("method=\"post\" action=\"" + PEOPLE);
    assertThat(theirs.get("/audit").status()).isEqualTo(200);
    assertThat(give(administrator, ada, "MEMBER").status()).isEqualTo(303);
    assertThat(theirs.get(PEOPLE + mei.id()).status()).isEqualTo(403);
    assertThat(theirs.get("/audit").status()).isEqualTo(403);
  }

  @Test
  void only_a_super_administrator_makes_an_auditor_of_the_platform() {
    assertThat(give(administrator, ada, "PLATFORM_AUDITOR").status()).isEqualTo(403);
    var sam = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo);

    assertThat(give(latchkey.browser().signIn(sam), ada, "PLATFORM_AUDITOR").status())
        .isEqualTo(303);

    Browser theirs = latchkey.browser().signIn(ada);
    var elsewhere = latchkey.person();
    assertThat(theirs.get("/platform/organizations").status()).isEqualTo(200);
    assertThat(theirs.get(PEOPLE + elsewhere.id()).status()).isEqualTo(200);
    assertThat(theirs.get("/platform/organizations/new").status()).isEqualTo(403);
    assertThat(give(administrator, ada, "MEMBER").status())
        .as("an administrator of the organization")
        .isEqualTo(403);
    assertThat(administrator.get(PEOPLE + ada.id()).body())
        .doesNotContain("method=\"post\" action=\"" + PEOPLE);
  }

  @Test
  void an_auditor_changes_the_own_password_and_ends_what_they_allowed() {
    var app = latchkey.app(mei);
    give(administrator, ada, "AUDITOR");
    Browser theirs = latchkey.browser().signIn(ada);
    String token = app.tokens(theirs).access();

    assertThat(theirs.get("/account/security").status()).isEqualTo(200);
    Answer apps = theirs.get("/account/apps");
    assertThat(apps.body()).contains("/account/apps/end");
    assertThat(latchkey.isActive(token)).isTrue();
    for (String own : List.of("/account/credentials", "/account/credentials/new")) {
      assertThat(theirs.get(own).status()).as(own).isEqualTo(403);
    }
  }

  @Test
  void an_auditor_allows_apps_to_read_only() {
    give(administrator, ada, "AUDITOR");
    App app = latchkey.app(mei);
    Browser theirs = latchkey.browser().signIn(ada);

    Answer page = app.consentPage(theirs);
    Tokens tokens = app.tokens(theirs);

    assertThat(page.body()).contains("read:issue:info").doesNotContain("write:issue:info");
    assertThat(latchkey.introspect(tokens.access()).body())
        .contains("read:issue:info")
        .doesNotContain("write:");
  }

  @Test
  void what_would_write_ends_when_a_person_becomes_an_auditor() {
    App writing = latchkey.app(mei);
    App reading = latchkey.app(mei, List.of("https://app.example/callback"), "read:issue:info");
    Browser theirs = latchkey.browser().signIn(ada);
    Tokens ended = writing.tokens(theirs);
    Tokens kept = reading.tokens(theirs);

    give(administrator, ada, "AUDITOR");

    assertThat(latchkey.isActive(ended.access())).isFalse();
    assertThat(writing.refresh(ended.refresh()).status()).isEqualTo(400);
    assertThat(latchkey.isActive(kept.access())).isTrue();
  }

  @Test
  void a_consent_that_a_new_role_overtakes_creates_nothing_that_writes() {
    App app = latchkey.app(mei);
    give(administrator, ada, "AUDITOR");
    var random = new Random(1);
    var consent =
        new Consent(
            app.credential().clientId(),
            ada.user().id(),
            apollo.id(),
            new Allowance(Scopes.parse(Latchkey.SCOPE), Optional.empty()),
            Scopes.Separator.COMMA,
            Optional.empty());
    var grant = new NewGrant(Id.GRANT.draw(random), consent, app.credential().version());
    var code = new NewCode(Secret.CODE.mint(random), app.redirectUri(), Optional.empty());

    Approval approval =
        latchkey
            .stores()
            .grants()
            .consents()
            .approve(Id.REQUEST.draw(random), grant, code, latchkey.now());

    assertThat(approval).isEqualTo(Approval.OVER);
  }

  @Test
  void calls_read_everything_and_change_nothing() {
    give(administrator, ada, "AUDITOR");
    String token = ManagementApi.token(latchkey, ada, ManagementApi.SCOPE);
    String person = "/users/" + mei.id();

    for (String path :
        List.of(
            "/users",
            person,
            person + "/grants",
            "/teams",
            "/credentials",
            "/audit",
            "/calls",
            "/alerts",
            "/alert-rules",
            "/webhooks",
            "/approvals")) {
      assertThat(ManagementApi.get(latchkey, token, path).status()).as(path).isEqualTo(200);
    }
    assertThat(ManagementApi.get(latchkey, token, "/organizations").status()).isEqualTo(403);
    assertThat(
            ManagementApi.send(latchkey, token, "PATCH " + person, "1", "{\"name\":\"X\"}")
                .status())
        .isEqualTo(403);
    assertThat(latchkey.managed(mei).user().name()).isEqualTo(mei.user().name());
    assertThat(ManagementApi.get(latchkey, token, "/me").body())
        .contains("\"auditor\"")
        .doesNotContain("manage_");
  }

  @Test
  void a_call_makes_a_person_an_auditor_and_the_audit_log_says_so() {
    String token = ManagementApi.token(latchkey, olga);
    Answer seen = ManagementApi.get(latchkey, token, "/users/" + ada.id());

    Answer changed =
        ManagementApi.send(
            latchkey,
            token,
            "PATCH /users/" + ada.id(),
            seen.header("ETag"),
            "{\"role\":\"auditor\"}");

    assertThat(changed.body()).contains("\"role\":\"auditor\"");
    var newest =
        latchkey.stores().operation().auditRecords().page(AuditSearch.of(acme.id()), 1).entries();
    assertThat(newest.getFirst().toString()).contains("USER_CHANGE", "AUDITOR");
  }
}

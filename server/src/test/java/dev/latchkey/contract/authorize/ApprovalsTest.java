package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Mailbox;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.model.token.CodeChallenge;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** From an app that is not allowed to one that is, over the pages (docs/decisions/0099). */
@EachStore.ForClass
class ApprovalsTest {
  private static final String CALLBACK = "http://localhost:5123/cb";
  private static final String READ = "read:issue:info";
  private static final String WRITE = "write:issue:info";
  private static final Scopes POLICY = Scopes.parse("read:issue:info,write:issue:info");

  @Parameter private Store store;

  private final Mailbox mailbox = new Mailbox();
  private Latchkey latchkey;
  private Organization home;
  private Person administrator;
  private Person person;
  private Browser browser;
  private Browser desk;
  private String app;

  @BeforeEach
  void start() {
    var rules = new PublicClientRules(true, true, Set.of(), Optional.empty());
    latchkey = Latchkey.start(store, settings -> settings.with(mailbox.settings()).with(rules));
    home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    Team team = latchkey.team(home);
    administrator = latchkey.administrator(home);
    person = latchkey.person(home, User.Role.MEMBER, team);
    browser = latchkey.browser().signIn(person);
    desk = latchkey.browser().signIn(administrator);
    app = registered("Editor");
  }

  @AfterEach
  void stop() {
    latchkey.close();
    mailbox.close();
  }

  @Test
  void who_can_help_decides_and_both_are_told_by_mail() throws Exception {
    setPolicy(ClientPolicy.Rule.ASK, POLICY);
    Answer page = browser.authorize(request(READ + " " + WRITE));
    assertThat(page.body())
        .contains(
            "Editor",
            administrator.user().name(),
            READ,
            WRITE,
            "http://localhost:5123",
            "told by mail");

    browser.submit(page, "decision", "ask", "reason", "To fix <issues>");
    browser.submit(page, "decision", "ask", "reason", "To fix issues");
    latchkey.clock.pass(Duration.ofSeconds(1));
    Person other = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
    Browser others = latchkey.browser().signIn(other);
    Answer theirs = others.authorize(request(READ));
    assertThat(theirs.body()).contains("One person has asked for this app already.");
    others.submit(theirs, "decision", "ask");

    MimeMessage asked = mailbox.mails(1).getFirst();
    assertThat(asked.getAllRecipients()[0]).hasToString(administrator.email());
    assertThat(text(asked)).contains(person.user().name(), "Editor", latchkey.url() + "/approvals");
    Answer inbox = desk.get("/approvals");
    assertThat(inbox.body())
        .contains("and one other", "To fix issues", "badge write", "class=\"count\">1<")
        .doesNotContain("To fix &lt;issues");

    Answer review = desk.get("/approvals/decide?" + Http.encoded(Map.of("app", key())));
    assertThat(review.body())
        .contains("2 people asked", READ, WRITE)
        .containsSubsequence(
            person.user().name(), "<code>" + WRITE, other.user().name(), "<code>" + READ)
        .doesNotContain("read:wiki");
    Answer decided =
        desk.submit(review, "decision", "allow", "scope", READ, "note", "Reading is enough");
    assertThat(decided.status()).as(decided.body()).isEqualTo(303);

    assertThat(latchkey.owned(administrator).getFirst().scope()).isEqualTo(Scopes.parse(READ));
    List<MimeMessage> told = mailbox.mails(3).subList(1, 3);
    assertThat(told)
        .extracting(mail -> mail.getAllRecipients()[0].toString())
        .containsExactlyInAnyOrder(person.email(), other.email());
    assertThat(text(told.getFirst()))
        .contains("Reading is enough", READ, latchkey.url() + "/account/apps/requests");
    assertThat(browser.get("/account/apps/requests").body())
        .contains("Editor", "connect again", "Reading is enough");
    assertThat(desk.get("/approvals").body())
        .containsSubsequence("1 of 2 scopes", READ, "<small>allowed", WRITE, "<small>not allowed")
        .contains("Days as the policy says")
        .doesNotContain("class=\"count\"");
  }

  @Test
  void an_app_that_asks_for_more_than_was_allowed_goes_on_with_less_or_back() {
    allow(READ);

    Answer page = browser.authorize(request(READ + " " + WRITE));

    assertThat(page.status()).isEqualTo(400);
    assertThat(page.body()).contains("asks for more than was allowed", WRITE);
    Answer consent = browser.follow(browser.submit(page, "decision", "continue"));
    assertThat(consent.body()).contains(READ).doesNotContain(WRITE);
    assertThat(browser.approve(consent).sent()).containsKey("code");
    Answer back = browser.authorize(request(READ + " " + WRITE));
    Map<String, String> sent = goBack(back).sent();
    assertThat(sent).containsEntry("error", "invalid_scope").containsEntry("state", "s1");
    Answer nothing = browser.authorize(request(WRITE));
    assertThat(nothing.body()).doesNotContain("Continue with what is allowed");
  }

  @Test
  void a_client_that_is_not_allowed_is_not_left_waiting() {
    for (ClientPolicy.Rule rule : List.of(ClientPolicy.Rule.DENY, ClientPolicy.Rule.ASK)) {
      setPolicy(rule, POLICY);
      Answer page = browser.authorize(request(READ));
      assertThat(page.body()).contains("Go back to Editor", "Editor");
      Map<String, String> sent = goBack(page).sent();
      assertThat(sent)
          .containsEntry("error", "access_denied")
          .containsEntry("state", "s1")
          .containsEntry("iss", latchkey.url());
    }
    Answer elsewhere = browser.authorize(request(READ).replace("localhost%3A5123", "evil.example"));
    assertThat(elsewhere.status()).isEqualTo(400);
    assertThat(elsewhere.body()).doesNotContain("Go back to", "Request access");
  }

  /** The click counts only for the address that the page has named. */
  @Test
  void the_browser_is_sent_only_where_the_page_said() {
    setPolicy(ClientPolicy.Rule.ASK, POLICY);
    Answer page = browser.authorize(request(READ));

    Answer refused = browser.submit(page, "redirect_uri", "https://evil.example/cb");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.isRedirect()).isFalse();
  }

  @Test
  void the_second_administrator_sees_what_the_first_decided() {
    setPolicy(ClientPolicy.Rule.ASK, POLICY);
    ask();
    Answer seen = desk.get("/approvals/decide?" + Http.encoded(Map.of("app", key())));
    Person second = latchkey.administrator(home);
    Browser other = latchkey.browser().signIn(second);
    Answer theirs = other.get("/approvals/decide?" + Http.encoded(Map.of("app", key())));
    assertThat(other.submit(theirs, "decision", "deny", "note", "Not here").status())
        .isEqualTo(303);

    Answer late = desk.submit(seen, "decision", "allow", "scope", READ);

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body()).contains(second.user().name() + " has denied Editor before you.");
    Answer denied = browser.authorize(request(READ));
    assertThat(denied.status()).isEqualTo(403);
    assertThat(denied.body())
        .contains("Not here", "Go back to Editor")
        .doesNotContain("Request access");
  }

  @Test
  void a_request_of_a_disabled_person_is_told_to_nobody_and_keeps_its_place() {
    setPolicy(ClientPolicy.Rule.ASK, POLICY);
    ask();
    latchkey.disable(person);

    Answer review = desk.get("/approvals/decide?" + Http.encoded(Map.of("app", key())));
    assertThat(desk.submit(review, "decision", "deny").status()).isEqualTo(303);

    assertThat(mailbox.mails(1)).hasSize(1);
  }

  private void allow(String scope) {
    setPolicy(ClientPolicy.Rule.ASK, POLICY);
    ask();
    Answer review = desk.get("/approvals/decide?" + Http.encoded(Map.of("app", key())));
    assertThat(desk.submit(review, "decision", "allow", "scope", scope).status()).isEqualTo(303);
  }

  private void ask() {
    Answer page = browser.authorize(request(READ + " " + WRITE));
    assertThat(browser.submit(page, "decision", "ask").status()).isEqualTo(303);
  }

  /** The last form of the page leads back to the app. */
  private Answer goBack(Answer page) {
    return browser.submit(page, "redirect_uri", CALLBACK);
  }

  private String key() {
    return latchkey.stores().credentials().publicClientReview().list(home.id()).stream()
        .findFirst()
        .orElseThrow()
        .app()
        .key();
  }

  private void setPolicy(ClientPolicy.Rule rule, Scopes scope) {
    var policies = latchkey.stores().credentials().clientPolicies();
    int version = policies.of(home.id()).version();
    var policy = new ClientPolicy(rule, List.of(), scope, 30, version);
    assertThat(policies.change(home.id(), policy, administrator.user().id(), latchkey.now()))
        .isTrue();
  }

  private String registered(String name) {
    String body = "{\"client_name\":\"%s\",\"redirect_uris\":[\"%s\"]}".formatted(name, CALLBACK);
    return Http.here().json(latchkey.url() + "/oauth2/register", body).text("client_id");
  }

  private String request(String scope) {
    var fields = new HashMap<String, String>();
    fields.put("client_id", app);
    fields.put("response_type", "code");
    fields.put("state", "s1");
    fields.put("redirect_uri", CALLBACK);
    fields.put("scope", scope);
    fields.put(
        "code_challenge",
        CodeChallenge.ofVerifier("a-verifier-of-forty-three-characters-at-least")
            .orElseThrow()
            .text());
    fields.put("code_challenge_method", "S256");
    return Http.encoded(fields);
  }

  private static String text(MimeMessage mail) throws IOException, MessagingException {
    return (String) mail.getContent();
  }
}

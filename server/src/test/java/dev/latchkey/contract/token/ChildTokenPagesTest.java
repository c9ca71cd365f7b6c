package dev.latchkey.contract.token;

import static dev.latchkey.contract.token.ChildTokensTest.childAt;
import static dev.latchkey.contract.token.ChildTokensTest.exchangeAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenKey;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.UnownedCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * People see the child tokens of their credentials and apps and what these did, and end single
 * ones.
 */
@EachStore.ForClass
class ChildTokenPagesTest {
  private static final String TITLE = "<h2 id=\"children-title\">Child tokens</h2>";
  private static final String APPS = "/account/apps";

  private static Latchkey latchkey;

  @Parameter Store store;

  private final Person owner = latchkey.administrator();
  private final Person person = latchkey.person();
  private final App app = latchkey.app(owner);
  private final Latchkey.Machine machine = latchkey.machine(owner, Optional.empty());
  private final Browser browser = latchkey.browser().signIn(owner);
  private final Browser theirs = latchkey.browser().signIn(person);
  private final String tokens =
      "/organization/credentials/" + machine.credential().clientId().value() + "/tokens";
  private final String access = "/account/credentials/" + app.id() + "/access";

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey = Latchkey.start(store, ChildTokensTest::withChildTokens);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  private static String child(String parent, String actor) {
    return childAt(latchkey.url(), parent, "actor", actor);
  }

  private static String end(String tab, String child) {
    return tab + "/child?token=" + Secret.bearer(child).orElseThrow().hash().text();
  }

  @Test
  void the_request_log_finds_whose_an_expired_child_token_was() {
    Secret.Bearer child = Secret.bearer(child(app.tokens(theirs).access(), "agent")).orElseThrow();
    TokenKey key = TokenKey.of(child);
    Instant later = latchkey.clock.instant().plus(Duration.ofHours(2));

    UnownedCall.Holder holder =
        latchkey.stores().operation().calls().holders().of(List.of(key), later).get(key);

    assertThat(holder)
        .isEqualTo(
            new UnownedCall.Holder(
                app.credential().clientId(),
                person.user().organization(),
                person.user().id(),
                CallReason.EXPIRED_TOKEN));
  }

  @Test
  void an_administrator_ends_one_child_token_of_an_organization_token() {
    assertThat(browser.get(tokens).body()).doesNotContain(TITLE);
    String agent = child(machine.token(), "nightly");
    String job = child(agent, "job-7");
    String other = child(machine.token(), "deploy");
    String ending = Secret.ORGANIZATION.parse(machine.token()).orElseThrow().ending();

    assertThat(browser.get(tokens).body())
        .contains(TITLE, "nightly → job-7", "deploy", "<code>…" + ending + "</code>");
    latchkey.clock.pass(Duration.ofMinutes(11));
    Answer asked = browser.get(end(tokens, agent));
    assertThat(asked.body()).contains("Revoke the child token of nightly?", "…" + ending);
    assertThat(browser.submit(asked, "current_password", "wrong").status()).isEqualTo(403);
    assertThat(latchkey.isActive(agent)).isTrue();

    Answer ended = browser.submit(asked, "current_password", owner.password());

    assertThat(Stream.of(agent, job)).noneMatch(latchkey::isActive);
    assertThat(Stream.of(machine.token(), other)).allMatch(latchkey::isActive);
    assertThat(browser.get(ended.location()).body())
        .contains("Child token revoked.", "deploy")
        .doesNotContain("nightly");
    assertThat(browser.get(end(tokens, agent)).status()).isEqualTo(409);
    assertThat(audit(machine.credential().clientId().value()))
        .containsOnlyOnce("\"event\":\"child_token_revoke\"")
        .contains("nightly", "\"user_id\":\"" + owner.id());
  }

  @Test
  void the_owner_of_an_app_and_the_person_who_allowed_it_end_its_child_tokens() {
    String parent = app.tokens(theirs).access();
    String first = child(parent, "agent-1");
    String second = child(parent, "agent-2");

    assertThat(browser.get(access).body())
        .contains(TITLE, "agent-1", "agent-2", person.user().name());
    assertThat(browser.submit(browser.get(end(access, first))).location())
        .isEqualTo(access + "?child-ended=yes");
    assertThat(latchkey.isActive(first)).isFalse();

    assertThat(theirs.get(APPS).body())
        .contains(TITLE, "agent-2", app.credential().name())
        .doesNotContain("agent-1");
    Answer asked = theirs.get(end(APPS, second));
    assertThat(asked.body()).contains("Revoke the child token of agent-2?");
    assertThat(theirs.submit(asked).location()).isEqualTo(APPS + "?child-ended=yes");
    assertThat(Stream.of(second, parent).map(latchkey::isActive)).containsExactly(false, true);
    assertThat(theirs.get(APPS).body()).doesNotContain(TITLE);
    assertThat(audit(app.id()))
        .contains("\"about_user_id\":\"" + person.id())
        .contains("\"user_id\":\"" + person.id());
  }

  @Test
  void other_people_neither_see_nor_end_them() {
    String child = child(app.tokens(theirs).access(), "agent");
    Browser stranger = latchkey.browser().signIn(latchkey.person());

    assertThat(stranger.get(APPS).body()).doesNotContain("agent");
    assertThat(stranger.get(end(access, child)).status()).isEqualTo(404);
    assertThat(stranger.get(end(APPS, child)).status()).isEqualTo(409);
    Answer own = theirs.get(end(APPS, child));
    String token = Browser.hidden(stranger.get("/account/profile")).get("form_token");
    assertThat(stranger.submit(own, "form_token", token).status()).isEqualTo(409);
    assertThat(browser.get(end(tokens, child)).status()).isEqualTo(409);
    assertThat(latchkey.isActive(child)).isTrue();
  }

  @Test
  void child_tokens_that_are_inactive_are_not_listed() {
    String parent = app.tokens(theirs).access();
    child(parent, "agent-1");
    child(machine.token(), "nightly");
    app.revoke(parent);
    assertThat(browser.get(access).body()).doesNotContain(TITLE);
    assertThat(theirs.get(APPS).body()).doesNotContain(TITLE);
    assertThat(browser.get(tokens).body()).contains(TITLE);

    latchkey.clock.pass(Duration.ofHours(1));

    assertThat(browser.get(tokens).body()).doesNotContain(TITLE);
  }

  @Test
  void an_exchange_while_its_parent_is_ended_on_a_page_leaves_nothing_active() {
    String parent = app.tokens(theirs).access();
    for (int round = 0; round < 10; round++) {
      boolean byOwner = round % 2 == 0;
      String agent = child(byOwner ? machine.token() : parent, "agent-" + round);
      Browser by = byOwner ? browser : theirs;
      Answer asked = by.get(end(byOwner ? tokens : APPS, agent));

      List<Answer> answers =
          Crowd.of(
              6,
              i ->
                  i < 2
                      ? by.submit(asked)
                      : exchangeAt(latchkey.url(), agent, "actor", "job-" + i));

      assertThat(answers.subList(0, 2))
          .extracting(Answer::status)
          .containsExactlyInAnyOrder(303, 409);
      assertThat(latchkey.isActive(agent)).isFalse();
      assertThat(answers.subList(2, 6))
          .allMatch(
              answer -> answer.status() != 200 || !latchkey.isActive(answer.text("access_token")));
      latchkey.clock.pass(Duration.ofMinutes(1));
    }
  }

  private String audit(String client) {
    return browser.get("/audit/export.jsonl?object=" + client).body();
  }
}

package dev.latchkey.contract.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.Issues;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Tokens that an app requests for one part of the open interface. */
@EachStore.ForClass
class ResourcesTest {
  private static final String RESOURCES =
      "resources: [{path: /issues/a, name: Board A}, {path: /issues/b}]\n";
  private static final int CALLERS = 8;

  private static Latchkey latchkey;

  @Parameter Store store;

  private final Person person = latchkey.person();
  private final Browser browser = latchkey.browser().signIn(person);
  private final App app = latchkey.app(person, List.of("https://a.example/cb"), "read:issue:info");
  private final String all = latchkey.url() + "/openapi/v2";
  private final String one = all + "/issues/a";
  private final String other = all + "/issues/b";

  @BeforeParameterizedClassInvocation
  static void start(Store store) {
    latchkey =
        Latchkey.start(store, settings -> Issues.behind(settings, "http://127.0.0.1:9", RESOURCES));
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    latchkey.close();
  }

  @Test
  void a_token_for_a_resource_is_valid_there_and_nowhere_else() {
    String token = app.tokens(browser, "resource", one).access();

    assertThat(status(one, token)).isEqualTo(502);
    assertThat(status(one + "/list", token)).isEqualTo(502);
    assertThat(status(one + "b", token)).isEqualTo(401);
    assertThat(status(other, token)).isEqualTo(401);
    assertThat(status(all + "/issues/17", token)).isEqualTo(401);
    assertThat(status(all + "/no/such/call", token)).isEqualTo(401);
    assertThat(checked(one, token)).isEqualTo(200);
    assertThat(checked(other, token)).isEqualTo(401);
    assertThat(app.inspect(token).text("aud")).isEqualTo(one);
  }

  @Test
  void a_token_without_a_resource_is_valid_everywhere() {
    for (String[] sent : new String[][] {{}, {"resource", all}}) {
      String token = app.tokens(browser, sent).access();
      assertThat(status(one, token)).isEqualTo(502);
      assertThat(status(all + "/issues/17", token)).isEqualTo(502);
      assertThat(app.inspect(token).json().has("aud")).isFalse();
    }
  }

  @Test
  void the_consent_page_names_the_resource_and_nothing_for_the_whole_open_interface() {
    String only = app.credential().name() + " can use this access only";

    assertThat(app.consentPage(browser, "resource", one).body())
        .contains(only + " for Board A (/openapi/v2/issues/a).");
    assertThat(app.consentPage(browser, "resource", other).body())
        .contains(only + " at /openapi/v2/issues/b.");
    assertThat(app.consentPage(browser, "resource", all).body()).doesNotContain(only);
    assertThat(app.consentPage(browser).body()).doesNotContain(only);
  }

  @Test
  void the_resource_of_a_consent_holds_for_its_code_and_every_refresh() {
    String code = app.code(browser, "resource", one);
    for (String wider : List.of(other, all)) {
      assertThat(app.redeem(code, "resource", wider).error()).isEqualTo("invalid_target");
    }
    Tokens tokens = Tokens.of(app.redeem(code));
    assertThat(status(other, tokens.access())).isEqualTo(401);

    for (String wider : List.of(other, all)) {
      assertThat(app.refresh(tokens.refresh(), "resource", wider).error())
          .isEqualTo("invalid_target");
    }
    Tokens fresh = Tokens.of(app.refresh(tokens.refresh()));
    assertThat(status(one, fresh.access())).isEqualTo(502);
    assertThat(status(other, fresh.access())).isEqualTo(401);
    Tokens again = Tokens.of(app.refresh(fresh.refresh(), "resource", one));
    assertThat(status(one, again.access())).isEqualTo(502);
  }

  @Test
  void a_refresh_may_name_another_resource_of_a_consent_for_all() {
    Tokens tokens = Tokens.of(app.redeem(app.code(browser), "resource", one));
    assertThat(status(other, tokens.access())).isEqualTo(401);

    Tokens next = Tokens.of(app.refresh(tokens.refresh(), "resource", other));
    assertThat(status(other, next.access())).isEqualTo(502);
    assertThat(status(one, next.access())).isEqualTo(401);
  }

  @Test
  void a_repeated_refresh_with_another_resource_is_another_request() {
    Tokens tokens = app.tokens(browser);
    Answer first = app.refreshWithKey(tokens.refresh(), "k", "resource", one);

    assertThat(app.refreshWithKey(tokens.refresh(), "k", "resource", one).body())
        .isEqualTo(first.body());
    assertThat(app.refreshWithKey(tokens.refresh(), "k", "resource", other).error())
        .isEqualTo("invalid_grant");
  }

  /** On PostgreSQL these exchanges share statements. */
  @Test
  void each_of_many_callers_gets_a_token_for_its_own_resource() {
    List<String> codes =
        IntStream.range(0, CALLERS)
            .mapToObj(i -> app.code(browser, "resource", i % 2 == 0 ? one : other))
            .toList();

    List<Answer> exchanged = Crowd.of(CALLERS, i -> app.redeem(codes.get(i), "resource", one));

    for (int i = 0; i < CALLERS; i++) {
      if (i % 2 == 0) {
        Tokens tokens = Tokens.of(exchanged.get(i));
        assertThat(app.inspect(tokens.access()).text("aud")).isEqualTo(one);
      } else {
        assertThat(exchanged.get(i).error()).isEqualTo("invalid_target");
      }
    }
  }

  @Test
  void the_configuration_names_only_parts_that_have_calls_and_do_not_overlap() {
    for (String[] wrong :
        new String[][] {
          {"[{path: /projects}]", "there is no route"},
          {"[{path: /issues/a}, {path: /issues/a/b}]", "are parts of each other"},
          {"[{path: /issues/a/}]", "must be a path such as /projects"},
          {"[{path: /issues, scopes: [read:project:info]}]", "no call of this resource"},
          {"[{name: x}]", "path: is required"}
        }) {
      Assertions.assertThatThrownBy(() ->
              Issues.behind(
                  latchkey.settings(), "http://127.0.0.1:9", "resources: " + wrong[0] + "\n"))
          .isInstanceOf(ConfigFault.class)
          .hasMessageContaining(wrong[1]);
    }
  }

  private static int status(String address, String token) {
    return Http.here().get(address, "Authorization", "Bearer " + token).status();
  }

  private static int checked(String address, String token) {
    return latchkey.check("GET", address.substring(latchkey.url().length()), token).status();
  }
}

package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.PathRewrite;
import dev.latchkey.edge.gateway.Rates;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.Store;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.Rate;
import dev.latchkey.model.credential.Scopes;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Request rates that an operator can configure (rule 2.9). They are counted in the memory of the
 * process.
 */
class RatesTest {
  private static final Optional<Rate> FIVE_AT_ONCE = Optional.of(new Rate(60, 5));
  private static final Optional<Rate> NONE = Optional.empty();
  private static final Upstream UNREACHABLE =
      new Upstream(
          "nobody",
          List.of(URI.create("http://127.0.0.1:1")),
          1,
          Duration.ofSeconds(1),
          Duration.ofSeconds(1));

  @Test
  void without_rates_nothing_is_limited() {
    try (Latchkey latchkey = Latchkey.start(Store.SQLITE)) {
      Client client = new Client(latchkey);
      String token = client.token();

      for (int i = 0; i < 200; i++) {
        assertThat(latchkey.call(token).status()).isEqualTo(200);
        assertThat(latchkey.isActive(token)).isTrue();
      }
    }
  }

  @Test
  void a_token_over_its_rate_is_refused_and_other_tokens_are_not() {
    try (Latchkey latchkey = limited(new Rates(NONE, FIVE_AT_ONCE, NONE))) {
      Client client = new Client(latchkey);
      String busy = client.token();
      String other = client.token();

      assertThat(statuses(latchkey, busy, 6)).containsExactly(200, 200, 200, 200, 200, 429);
      Answer refused = latchkey.call(busy);
      assertThat(refused.error()).isEqualTo("too_many_requests");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"token\";q=60;w=60");
      assertThat(refused.header("RateLimit")).isEqualTo("\"token\";r=0;t=1");

      assertThat(latchkey.call(other).status()).isEqualTo(200);
      assertThat(latchkey.isActive(busy)).as("introspection is no call").isTrue();
      latchkey.clock.pass(Duration.ofSeconds(2));
      assertThat(statuses(latchkey, busy, 3)).containsExactly(200, 200, 429);
    }
  }

  @Test
  void another_gateway_receives_403_for_a_token_over_its_rate() {
    try (Latchkey latchkey = limited(new Rates(NONE, FIVE_AT_ONCE, NONE))) {
      String token = new Client(latchkey).token();
      statuses(latchkey, token, 5);

      Answer refused =
          Http.here()
              .get(
                  latchkey.url() + "/oauth2/check/openapi/v2/directory/users/me",
                  "Authorization",
                  "Bearer " + token);

      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.error()).isEqualTo("too_many_requests");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
    }
  }

  @Test
  void a_refresh_does_not_reset_the_limit() {
    try (Latchkey latchkey = limited(new Rates(NONE, FIVE_AT_ONCE, NONE))) {
      Client client = new Client(latchkey);
      Tokens tokens = client.tokens();
      statuses(latchkey, tokens.access(), 5);

      Tokens fresh = Tokens.of(client.app.refresh(tokens.refresh()));

      assertThat(latchkey.call(fresh.access()).status()).isEqualTo(429);
    }
  }

  @Test
  void the_tokens_of_a_credential_share_its_rate_and_other_credentials_go_on() {
    try (Latchkey latchkey = limited(new Rates(NONE, NONE, FIVE_AT_ONCE))) {
      Client client = new Client(latchkey);
      String one = client.token();
      String other = client.token();

      assertThat(statuses(latchkey, one, 3)).containsOnly(200);
      assertThat(statuses(latchkey, other, 3)).containsExactly(200, 200, 429);
      assertThat(latchkey.call(one).header("RateLimit-Policy")).startsWith("\"credential\";");
      assertThat(latchkey.call(new Client(latchkey).token()).status()).isEqualTo(200);
    }
  }

  @Test
  void a_token_over_its_own_rate_takes_nothing_from_its_credential() {
    Optional<Rate> seven = Optional.of(new Rate(60, 7));
    try (Latchkey latchkey = limited(new Rates(NONE, FIVE_AT_ONCE, seven))) {
      Client client = new Client(latchkey);
      String busy = client.token();
      String other = client.token();
      statuses(latchkey, busy, 20);

      assertThat(statuses(latchkey, other, 2)).containsOnly(200);
    }
  }

  @Test
  void an_address_over_its_rate_gets_nothing_and_other_addresses_go_on() {
    try (Latchkey latchkey = limited(new Rates(FIVE_AT_ONCE, NONE, NONE))) {
      App app = latchkey.app();
      IntStream.range(0, 5)
          .forEach(i -> assertThat(latchkey.introspect("lk_at_x").status()).isEqualTo(200));

      for (Answer refused :
          List.of(
              latchkey.introspect("lk_at_x"),
              latchkey.call("lk_at_x"),
              app.redeem("lk_ac_x"),
              app.revoke("lk_at_x"),
              app.inspect("lk_at_x"))) {
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.error()).isEqualTo("too_many_requests");
        assertThat(refused.header("RateLimit")).isEqualTo("\"address\";r=0;t=1");
      }
      Answer page = Http.here().get(latchkey.url() + "/sign-in");
      assertThat(page.status()).isEqualTo(429);
      assertThat(page.header("Content-Type")).startsWith("text/html");
      assertThat(page.header("Retry-After")).isEqualTo("1");

      assertThat(app.elsewhere().inspect("lk_at_x").status()).isEqualTo(200);
    }
  }

  @Test
  void a_route_with_a_rate_of_its_own_limits_each_token_by_itself() {
    var row =
        new OpenRoute(
            Set.of("GET"),
            PathPattern.of("/openapi/v2/exports/{name}"),
            Scopes.parse("read:directory:users"),
            new Target.Forwarded(
                UNREACHABLE, Optional.empty(), Optional.empty(), Optional.of(2), PathRewrite.NONE));
    try (Latchkey latchkey =
        Latchkey.start(Store.SQLITE, settings -> settings.with(withBuiltIn(row)))) {
      Client client = new Client(latchkey);
      String busy = client.token();
      String other = client.token();

      assertThat(export(latchkey, busy, "a").status()).isNotEqualTo(429);
      assertThat(export(latchkey, busy, "b").status()).isNotEqualTo(429);
      Answer refused = export(latchkey, busy, "c");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("Retry-After")).isEqualTo("30");
      assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"route\";q=2;w=60");

      assertThat(latchkey.call(busy).status()).isEqualTo(200);
      assertThat(export(latchkey, other, "a").status()).isNotEqualTo(429);
    }
  }

  private static RouteTable withBuiltIn(OpenRoute row) {
    return new RouteTable(Stream.concat(RouteTable.builtIn().stream(), Stream.of(row)).toList());
  }

  private static Answer export(Latchkey latchkey, String token, String name) {
    return Http.here()
        .get(latchkey.url() + "/openapi/v2/exports/" + name, "Authorization", "Bearer " + token);
  }

  private static Latchkey limited(Rates rates) {
    return Latchkey.start(Store.SQLITE, settings -> settings.with(rates));
  }

  private static List<Integer> statuses(Latchkey latchkey, String token, int calls) {
    return IntStream.range(0, calls).mapToObj(i -> latchkey.call(token).status()).toList();
  }

  /** A person and an app with the scope of a call. A test can get as many consents as it needs. */
  private static final class Client {
    private final Browser browser;
    private final App app;

    Client(Latchkey latchkey) {
      Person person = latchkey.person();
      browser = latchkey.browser().signIn(person);
      app = latchkey.app(person, List.of("https://a.example/cb"), "read:directory:users");
    }

    Tokens tokens() {
      return app.tokens(browser);
    }

    String token() {
      return tokens().access();
    }
  }
}

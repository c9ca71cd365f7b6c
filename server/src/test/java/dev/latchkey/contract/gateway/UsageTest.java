package dev.latchkey.contract.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.Settings;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Tokens;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.operation.Usage;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Usage figures: what is in use, how much and when last. They can be read after they were flushed
 * to the store.
 */
class UsageTest extends OnBothStores {
  private static final String USERS = "read:directory:users";
  private static final String TEAMS = "read:directory:teams";
  private static final List<String> CALLBACK = List.of("https://a.example/cb");

  private final Person person = latchkey.person();
  private final Browser browser = latchkey.browser().signIn(person);
  private final App app = app(latchkey, person);
  private final Id.Client client = app.credential().clientId();
  private final String token = app.tokens(browser).access();

  @Test
  void calls_are_counted_by_day_and_by_the_scope_they_needed() {
    assertThat(get("users/me", token)).isEqualTo(200);
    assertThat(get("users/me", token)).isEqualTo(200);
    assertThat(get("teams", token)).isEqualTo(200);

    assertThat(callsPerDay(client).total()).isEqualTo(3);
    assertThat(flushed().scopesUsed(client, latchkey.clock.instant()))
        .containsExactly(Map.entry(TEAMS, 1L), Map.entry(USERS, 2L));
  }

  @Test
  void the_last_day_is_today_and_days_too_long_ago_are_left_out() {
    assertThat(get("users/me", token)).isEqualTo(200);
    flushed();
    latchkey.clock.pass(Duration.ofDays(29));
    String today = app.tokens(latchkey.browser().signIn(person)).access();
    assertThat(get("teams", today)).isEqualTo(200);
    assertThat(get("teams", today)).isEqualTo(200);

    assertThat(callsPerDay(client).calls()).hasSize(30).startsWith(1L, 0L).endsWith(0L, 2L);
    latchkey.clock.pass(Duration.ofDays(1));
    assertThat(callsPerDay(client).calls()).hasSize(30).startsWith(0L).endsWith(2L, 0L);
    assertThat(flushed().scopesUsed(client, latchkey.clock.instant()))
        .containsExactly(Map.entry(TEAMS, 2L));
  }

  @Test
  void a_refused_call_is_no_call_and_no_use_of_the_credential() {
    App teamsOnly = latchkey.app(person, CALLBACK, TEAMS);
    String teamsToken = teamsOnly.tokens(browser).access();
    flushed();
    Instant before = latchkey.clock.instant();
    latchkey.clock.pass(Duration.ofMinutes(1));
    assertThat(get("users/me", teamsToken)).isEqualTo(403);
    assertThat(get("nowhere", teamsToken)).isEqualTo(404);

    assertThat(callsPerDay(teamsOnly.credential().clientId()).total()).isZero();
    assertThat(grantOf(teamsOnly).lastUsedAt())
        .as("the app presented its token")
        .contains(latchkey.clock.instant());
    assertThat(lastUses(teamsOnly.credential().clientId()).values())
        .as("its secret, when the code was exchanged")
        .extracting(RequestMoment::at)
        .containsExactly(before);
  }

  @Test
  void a_call_let_through_by_another_gateway_counts_as_one_of_ours() {
    Answer checked =
        Http.here()
            .get(
                latchkey.url() + "/oauth2/check/openapi/v2/directory/users/me",
                "Authorization",
                "Bearer " + token);

    assertThat(checked.status()).isEqualTo(200);
    assertThat(callsPerDay(client).total()).isEqualTo(1);
  }

  @Test
  void an_introspection_of_an_active_token_is_a_use_but_no_call() {
    assertThat(latchkey.isActive(token)).isTrue();

    assertThat(callsPerDay(client).total()).isZero();
    assertThat(grantOf(app).lastUsedAt()).contains(latchkey.clock.instant());
  }

  @Test
  void a_grant_knows_its_first_use_and_when_its_last_token_was_first_used() {
    passUntil(LocalTime.of(23, 50));
    App late = app(latchkey, person);
    Tokens evening = late.tokens(latchkey.browser().signIn(person));
    Instant first = latchkey.clock.instant();
    assertThat(get("users/me", evening.access())).isEqualTo(200);
    flushed();

    latchkey.clock.pass(Duration.ofMinutes(5));
    Tokens night = Tokens.of(late.refresh(evening.refresh()));
    assertThat(get("teams", night.access())).isEqualTo(200);
    assertThat(grantOf(late).lastUsedAt()).as("written once a day").contains(first);

    latchkey.clock.pass(Duration.ofMinutes(10));
    Tokens morning = Tokens.of(late.refresh(night.refresh()));
    assertThat(get("teams", morning.access())).isEqualTo(200);
    assertThat(grantOf(late).lastUsedAt()).contains(latchkey.clock.instant());
    assertThat(grantOf(late).firstUsedAt()).contains(first);
  }

  private void passUntil(LocalTime time) {
    LocalTime now = LocalTime.ofInstant(latchkey.clock.instant(), ZoneOffset.UTC);
    Duration wait = Duration.between(now, time);
    latchkey.clock.pass(wait.isNegative() ? wait.plusDays(1) : wait);
  }

  @Test
  void a_credential_knows_when_and_from_where_it_was_last_used() {
    App unused = latchkey.app(person);
    assertThat(get("users/me", token)).isEqualTo(200);
    latchkey.clock.pass(Duration.ofMinutes(5));
    assertThat(app.elsewhere().inspect(token).status()).isEqualTo(200);

    assertThat(lastUses(client, unused.credential().clientId()))
        .containsExactly(
            Map.entry(client, new RequestMoment(latchkey.clock.instant(), "127.0.0.2")));
  }

  @Test
  void a_client_secret_knows_its_last_use_and_a_wrong_one_is_none() {
    App idle = latchkey.app(person);
    assertThat(idle.withSecret(app.secret()).inspect(token).status()).isEqualTo(401);

    assertThat(lastUseOfSecret(app)).contains(latchkey.clock.instant());
    assertThat(lastUseOfSecret(idle)).isEmpty();
  }

  @Test
  void an_organization_token_counts_for_its_credential() {
    Latchkey.Machine machine = latchkey.machine(person, Optional.empty());
    assertThat(latchkey.isActive(machine.token())).isTrue();

    assertThat(lastUses(machine.credential().clientId())).hasSize(1);
  }

  @Test
  void the_figures_of_several_nodes_add_up_and_outlive_them() {
    Settings settings = Latchkey.settings(store);
    Id.Client counted;
    try (Latchkey one = Latchkey.start(settings);
        Latchkey other = Latchkey.start(settings)) {
      Person someone = one.person();
      App there = app(one, someone);
      String access = there.tokens(one.browser().signIn(someone)).access();
      assertThat(one.call(access).status()).isEqualTo(200);
      assertThat(other.call(access).status()).isEqualTo(200);
      counted = there.credential().clientId();
    }
    try (Latchkey again = Latchkey.start(settings)) {
      assertThat(
              again
                  .stores()
                  .operation()
                  .usage()
                  .callsPerDay(List.of(counted), again.clock.instant())
                  .get(counted)
                  .total())
          .isEqualTo(2);
    }
  }

  @Test
  void figures_older_than_configured_are_purged() {
    try (Latchkey quiet = Latchkey.start(store)) {
      Usage usage = quiet.stores().operation().usage();
      Purge purge = quiet.stores().operation().purge();
      Id.Client machine = quiet.machine(quiet.person(), Optional.empty()).credential().clientId();
      LocalDate today = LocalDate.ofInstant(quiet.clock.instant(), ZoneOffset.UTC);
      usage.addCalls(Map.of(new Usage.Day(machine, Optional.empty(), today), 1L));

      quiet.clock.pass(Duration.ofDays(89));
      assertThat(purge.deleteBatch(quiet.clock.instant())).isZero();
      quiet.clock.pass(Duration.ofDays(1));
      assertThat(purge.deleteBatch(quiet.clock.instant()))
          .as("the figure of the credential, and the totals of its organization and of all")
          .isEqualTo(3);
    }
  }

  private static App app(Latchkey at, Person owner) {
    return at.app(owner, CALLBACK, USERS + "," + TEAMS);
  }

  private int get(String path, String token) {
    String url = latchkey.url() + "/openapi/v2/directory/" + path;
    return Http.here().get(url, "Authorization", "Bearer " + token).status();
  }

  private Usage flushed() {
    latchkey.wiring().usage().flush();
    return latchkey.stores().operation().usage();
  }

  private Map<Id.Client, RequestMoment> lastUses(Id.Client... clients) {
    return flushed().lastUses(List.of(clients));
  }

  private CallsPerDay callsPerDay(Id.Client of) {
    return flushed().callsPerDay(List.of(of), latchkey.clock.instant()).get(of);
  }

  private ActiveGrants.Grant grantOf(App to) {
    flushed();
    var page = TablePage.first(ActiveGrants.Column.APP, 50);
    var all = new ActiveGrants.Search(SearchText.NONE, page);
    return latchkey
        .stores()
        .grants()
        .activeGrants()
        .find(person.user().id(), all, latchkey.now())
        .rows()
        .stream()
        .filter(grant -> grant.client().equals(to.credential().clientId()))
        .findFirst()
        .orElseThrow();
  }

  private Optional<Instant> lastUseOfSecret(App of) {
    flushed();
    return latchkey
        .stores()
        .credentials()
        .secrets()
        .of(of.credential().clientId())
        .getFirst()
        .lastUsedAt();
  }
}

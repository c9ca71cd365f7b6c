package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.metrics.RecentAnswers;
import dev.latchkey.harness.App;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.CallsPerDay;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.model.process.AnswersOfMinute;
import dev.latchkey.model.token.CallRefusal;
import dev.latchkey.storage.operation.DailyCalls;
import dev.latchkey.storage.operation.Purge;
import dev.latchkey.storage.operation.Usage;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The figures of calls on the pages of credentials, organizations and the platform. */
class CallFiguresTest extends OnBothStores {
  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person administrator = latchkey.administrator(home);

  @Test
  void calls_and_refused_calls_are_counted_for_the_credential_and_its_organization() {
    App app = latchkey.app(administrator, List.of("https://a.example/cb"), "read:directory:users");
    String token = app.tokens(latchkey.browser().signIn(latchkey.person())).access();
    call(token, "users/me");
    call(token, "users/me");
    call(token, "teams");
    call(token, "nowhere");
    long invalid = everywhere(CallRefusal.INVALID_TOKEN);
    call("unknown", "users/me");

    DailyCalls.Figures figures = figures();

    assertThat(figures.admitted().total()).isEqualTo(2);
    assertThat(figures.refused().keySet())
        .containsExactlyInAnyOrder(CallRefusal.MISSING_SCOPE, CallRefusal.UNKNOWN_CALL);
    assertThat(figures.refused().get(CallRefusal.MISSING_SCOPE).total()).isEqualTo(1);
    assertThat(everywhere(CallRefusal.INVALID_TOKEN)).isEqualTo(invalid + 1);
    assertThat(page(administrator, "/organization").body())
        .contains("2 admitted", "2 refused", "Scope not granted", "Unknown call");
    assertThat(
            latchkey.browser().signIn(administrator).get("/account/credentials/" + app.id()).body())
        .contains("2 admitted", "2 refused", "Refused in the last 30 days")
        .contains("<span>Scope not granted</span><strong>1</strong>")
        .contains("<span>Unknown call or method</span><strong>1</strong>")
        .containsPattern(">2</td><td[^>]+>2</td></tr>");
  }

  @Test
  void the_totals_of_a_day_are_deleted_with_the_other_figures() {
    App app = latchkey.app(administrator);
    refuse(app, LocalDate.ofInstant(latchkey.clock.instant(), ZoneOffset.UTC), 3);
    Purge purge = latchkey.stores().operation().purge();
    purge.deleteAllExpired(latchkey.clock.instant());
    assertThat(figures().refused()).isNotEmpty();

    latchkey.clock.pass(Duration.ofDays(92));

    assertThat(purge.deleteBatch(latchkey.clock.instant())).isPositive();
  }

  @Test
  void a_super_administrator_sees_what_this_node_answered_in_each_minute() {
    Person chief = latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
    RecentAnswers recent = latchkey.wiring().recentAnswers();
    recent.endMinute(latchkey.clock.instant());
    call("unknown", "users/me");
    call("unknown", "users/me");
    Http.here().get(latchkey.url() + "/oauth2/token");
    latchkey.clock.pass(Duration.ofMinutes(1));
    recent.endMinute(latchkey.clock.instant());

    AnswersOfMinute last = recent.minutes().getLast();
    String page = page(chief, "/platform").body();

    assertThat(last.counts()).isEqualTo(new AnswersOfMinute.Counts(2, 0, 1, 0, 3, 0));
    assertThat(page)
        .contains("In the last minute: 0.1 a second, 3 refused, 0 failed")
        .containsPattern("<title>[^<]+: 3 requests in the minute before");
  }

  private Answer page(Person person, String address) {
    return latchkey.browser().signIn(person).get(address);
  }

  private void refuse(App app, LocalDate day, long calls) {
    var refused =
        new Usage.RefusedDay(Optional.of(app.credential().clientId()), CallRefusal.TOO_MANY, day);
    latchkey.stores().operation().usage().addRefusals(Map.of(refused, calls));
  }

  private DailyCalls.Figures figures() {
    latchkey.wiring().usage().flush();
    return latchkey.stores().operation().dailyCalls().of(home.id(), latchkey.clock.instant());
  }

  private long everywhere(CallRefusal why) {
    latchkey.wiring().usage().flush();
    return Optional.ofNullable(
            latchkey
                .stores()
                .operation()
                .dailyCalls()
                .everywhere(latchkey.clock.instant())
                .refused()
                .get(why))
        .map(CallsPerDay::total)
        .orElse(0L);
  }

  private void call(String token, String path) {
    Http.here()
        .get(latchkey.url() + "/openapi/v2/directory/" + path, "Authorization", "Bearer " + token);
  }
}

package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.call.RouteCalls;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Who calls which row of the route table. */
class RouteCallsTest extends OnBothStores {
  private static final String ROW = "/openapi/v2/issues/{issue_id}";
  private static final String PAGE =
      "/platform/routes?method=GET&path=%2Fopenapi%2Fv2%2Fissues%2F%7Bissue_id%7D";

  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person operator =
      latchkey.person(home, User.Role.SUPER_ADMINISTRATOR, latchkey.team(home));
  private final Credential app = latchkey.app(operator).credential();
  private final Credential quiet = latchkey.app(operator).credential();

  private void call(Id.Client client, Instant at) {
    latchkey.wiring().calls().accept(ExampleCall.of(client, home.id(), at));
  }

  private void flush() {
    latchkey.wiring().calls().flush();
    latchkey.wiring().calls().flushCounts();
  }

  private RouteCalls routes() {
    return latchkey.stores().operation().calls().routes();
  }

  @Test
  void each_credential_is_counted_by_day_with_its_last_call() {
    Instant now = latchkey.clock.instant();
    for (int i = 0; i < 3; i++) {
      call(app.clientId(), now.plusSeconds(i));
    }
    call(quiet.clientId(), now.minus(Duration.ofDays(8)));
    flush();
    call(app.clientId(), now.plusSeconds(9));
    flush();

    Browser browser = latchkey.browser().signIn(operator);
    assertThat(browser.get("/platform/routes").body()).contains(ROW);
    assertThat(browser.get(PAGE).body()).contains(app.name(), quiet.name(), home.name());
    assertThat(browser.get(PAGE + "&range=WEEK").body())
        .contains(app.name())
        .doesNotContain(quiet.name());
    assertThat(routes().of("GET", ROW, now))
        .filteredOn(each -> each.clientId().orElseThrow().equals(app.clientId()))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.calls()).isEqualTo(4);
          assertThat(each.refused()).isEqualTo(4);
          assertThat(each.lastAt()).isEqualTo(now.plusSeconds(9));
        });
    String printed =
        Command.on(latchkey.settings(), "calls", "routes", "--path", ROW, "--json").out();
    assertThat(printed).contains(app.clientId().value(), quiet.clientId().value());
    assertThat(Command.on(latchkey.settings(), "calls", "routes").out()).contains(ROW);
  }

  @Test
  void days_that_are_too_old_are_deleted_and_administrators_of_organizations_see_nothing() {
    Instant now = latchkey.clock.instant();
    call(quiet.clientId(), now.minus(Duration.ofDays(40)));
    flush();
    latchkey.stores().operation().calls().retention().deleteOld(CallLimits.DEFAULT, now);

    assertThat(routes().of("GET", ROW, Instant.EPOCH))
        .noneMatch(each -> each.clientId().orElseThrow().equals(quiet.clientId()));
    Person head = latchkey.administrator(home);
    assertThat(latchkey.browser().signIn(head).get(PAGE).status()).isEqualTo(403);
  }
}

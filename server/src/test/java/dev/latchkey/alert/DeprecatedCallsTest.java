package dev.latchkey.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.edge.gateway.OpenRoute;
import dev.latchkey.edge.gateway.RouteNotes;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.gateway.Target;
import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.harness.ExampleCall;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.DirectoryCall;
import dev.latchkey.model.credential.Scopes;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Owners are informed about deprecated routes that their credentials call, once for each. */
class DeprecatedCallsTest extends WithAlerts {
  DeprecatedCallsTest(Store store) {
    super(store);
  }

  private void deprecate(LocalDate since) {
    var row =
        new OpenRoute(
            Set.of("GET"),
            PathPattern.of("/openapi/v2/issues/{issue_id}"),
            Scopes.parse("read:issue:info"),
            new Target.BuiltIn(DirectoryCall.ME),
            new RouteNotes(
                Set.of(),
                Optional.of(
                    RouteNotes.Deprecation.of(
                        since, Optional.of(since.plusDays(180)), Optional.empty()))));
    LiveSettings live = latchkey.installation().live();
    live.replace(live.get().with(new RouteTable(List.of(row))));
  }

  private LocalDate today() {
    return LocalDate.ofInstant(latchkey.clock.instant(), ZoneOffset.UTC);
  }

  private void call(Credential app) {
    latchkey
        .wiring()
        .calls()
        .accept(ExampleCall.of(app.clientId(), home.id(), latchkey.clock.instant()));
    latchkey.wiring().calls().flush();
  }

  @Test
  void many_calls_are_one_alert_and_one_mail_for_each_credential() {
    deprecate(today().minusDays(1));
    Credential app = latchkey.app(mei).credential();
    Credential other = latchkey.app(mei).credential();
    for (int i = 0; i < 50; i++) {
      call(app);
    }
    call(other);

    Alert alert = await(AlertKind.ROUTE_DEPRECATED);
    assertThat(open()).hasSize(2).extracting(Alert::times).containsOnly(1L);
    assertThat(alert.detail())
        .isEqualTo("GET /openapi/v2/issues/{issue_id} → " + today().plusDays(179));
    assertThat(mailbox.mails(4)).hasSize(4);
    String overview = "/account/credentials/" + app.clientId().value();
    assertThat(latchkey.browser().signIn(mei).get(overview).body())
        .contains("Deprecated route called");
  }

  @Test
  void a_later_day_counts_and_opens_none_after_it_was_closed() {
    deprecate(today().minusDays(1));
    Credential app = latchkey.app(mei).credential();
    call(app);
    latchkey.clock.pass(Duration.ofDays(1));
    call(app);
    Alert alert = await(AlertKind.ROUTE_DEPRECATED);
    assertThat(alert.times()).isEqualTo(2);
    acts.close().by(actor(head), alert.id().value());
    latchkey.clock.pass(Duration.ofDays(1));
    call(app);
    assertThat(open()).isEmpty();
  }

  @Test
  void before_the_day_nothing_is_opened() {
    deprecate(today().plusDays(1));
    call(latchkey.app(mei).credential());
    assertThat(open()).isEmpty();
  }
}

package dev.latchkey.contract.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.call.OrganizationLog;
import dev.latchkey.model.person.Organization;
import dev.latchkey.people.log.ChangeRequestLog;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page and the commands for the settings of the request log. */
class CallSettingsTest extends OnBothStores {
  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Person head = latchkey.administrator(home);
  private final ChangeRequestLog act = latchkey.installation().changeRequestLog();

  @Test
  void an_administrator_changes_it_on_the_page_and_the_audit_log_has_it() {
    Browser browser = latchkey.browser().signIn(head);
    Answer page = browser.get("/calls/settings");
    assertThat(page.body()).contains("Record calls", home.name());
    assertThat(post(browser, page, "on", "yes", "days", "31").body())
        .contains("Enter a number from 1 to 30");
    assertThat(post(browser, page, "days", "7", "delete", "yes").status()).isEqualTo(303);

    assertThat(act.logs().of(home.id())).isEqualTo(new OrganizationLog(false, Optional.of(7)));
    assertThat(browser.get("/audit?event=" + AuditEvent.REQUEST_LOG_CHANGE).body())
        .contains("changed the settings of the request log");
  }

  private static Answer post(Browser browser, Answer page, String... fields) {
    return browser.post("/calls/settings", Http.fields(Browser.hidden(page), fields));
  }

  @Test
  void a_command_changes_it_too() {
    Command changed = command("change-settings", "--state", "off", "--days", "3");
    assertThat(changed.document().path("is_on").booleanValue(true)).isFalse();
    assertThat(command("settings").document().path("days").intValue(0)).isEqualTo(3);
    assertThat(command("change-settings", "--days", "31").err()).contains("from 0 to 30");
    assertThat(command("change-settings", "--state", "off", "--delete-stored").err())
        .contains("--yes");
  }

  private Command command(String name, String... options) {
    String[] all = {"calls", name, "--organization", home.id().value(), "--json"};
    return Command.on(latchkey.settings(), concat(all, options));
  }

  private static String[] concat(String[] first, String[] second) {
    return Stream.of(first, second).flatMap(Stream::of).toArray(String[]::new);
  }
}

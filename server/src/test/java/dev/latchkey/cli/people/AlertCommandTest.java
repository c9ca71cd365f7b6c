package dev.latchkey.cli.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.event.TestAlert;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.model.Id;
import dev.latchkey.model.person.Organization;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator does about alerts on the command line. */
class AlertCommandTest extends OnBothStores {
  private final Organization home = latchkey.organization(Organization.Kind.MULTI_TEAM);

  private Command run(String... arguments) {
    return Command.on(
        latchkey.settings(),
        Stream.concat(Stream.of("alert"), Stream.of(arguments)).toArray(String[]::new));
  }

  private String opened() {
    return TestAlert.of(latchkey, Optional.of(home.id())).value();
  }

  @Test
  void alerts_are_listed_closed_and_muted() {
    String id = opened();
    assertThat(run("list", "--organization", home.name()).out()).contains(id, "new_network");
    assertThat(run("close", "--id", id).out()).contains(id + " is closed.");
    assertThat(run("list", "--organization", home.name()).out()).doesNotContain(id);
    assertThat(run("list", "--platform", "--closed", "--json").out()).contains(id, "by_actor");
    String other = opened();
    assertThat(run("mute", "--id", other, "--days", "400").err()).contains("from 1 to 365");
    assertThat(run("mute", "--id", other, "--days", "7").out()).contains("is muted.");
    String unknown = Id.ALERT.draw(latchkey.installation().random()).value();
    assertThat(run("close", "--id", unknown).err()).contains("there is no alert " + unknown);
  }

  @Test
  void rules_are_listed_and_changed() {
    assertThat(run("rules", "--organization", home.name()).out()).contains("calls_refused");
    String[] rule = {"rule", "--organization", home.name(), "--kind", "calls_refused"};
    assertThat(run(with(rule, "--threshold", "5")).err()).contains("from 10 to 1000000");
    assertThat(run(with(rule, "--state", "away")).err()).contains("neither on nor off");
    assertThat(run(with(rule, "--state", "off", "--threshold", "500")).out())
        .contains("calls_refused is off.");
    assertThat(run("rule", "--organization", home.name(), "--kind", "other").err())
        .contains("there is no kind other of alerts");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }
}

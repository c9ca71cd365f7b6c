package dev.latchkey.cli.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.event.EventReceiver;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator does about webhooks on the command line. */
@EachStore.ForClass
class WebhookCommandTest {
  private final EventReceiver receiver = new EventReceiver();
  private final Latchkey latchkey;
  private final Organization home;
  private final String configuration;

  WebhookCommandTest(Store store) throws IOException {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
    Files.writeString(file, "webhooks: {inside_hosts: [%s]}\n".formatted(EventReceiver.HOST));
    this.configuration = file.toString();
    this.latchkey = Latchkey.start(store, EventReceiver::allowed);
    this.home = latchkey.organization(Organization.Kind.MULTI_TEAM);
  }

  @AfterEach
  void stop() {
    latchkey.close();
    receiver.close();
  }

  private Command run(String... arguments) {
    return Command.on(
        latchkey.settings(),
        Stream.of(Stream.of("webhook"), Stream.of(arguments), Stream.of("--config", configuration))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private Command create(String... more) {
    return run(
        Stream.concat(
                Stream.of("create", "--organization", home.name(), "--url", receiver.url()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private List<Webhook> all(Optional<Id.Organization> where) {
    return latchkey.stores().operation().webhooks().of(where);
  }

  private String created() {
    assertThat(create().exitCode()).isZero();
    return all(Optional.of(home.id())).getLast().id().value();
  }

  @Test
  void a_webhook_is_created_with_a_secret_that_is_shown_once() {
    String out = create("--events", "grant.ended", "--description", "Alarms").out();

    Webhook webhook = all(Optional.of(home.id())).getFirst();
    assertThat(out).contains(webhook.id().value(), "shown once: whsec_", webhook.publicKey());
    assertThat(run("list", "--organization", home.name()).out())
        .contains(webhook.id().value(), receiver.url(), "active");
    assertThat(run("list", "--organization", home.name(), "--json").out())
        .contains("Alarms", "grant.ended", webhook.publicKey())
        .doesNotContain("whsec_");
    assertThat(run("create", "--platform", "--url", receiver.url()).exitCode()).isZero();
    assertThat(all(Optional.empty())).hasSize(1);
  }

  @Test
  void what_cannot_be_created_is_said_in_a_line() {
    assertThat(create("--events", "no.event").err()).contains("there is no event no.event");
    assertThat(create("--events", "webhook.test").err()).contains("there is no event");
    assertThat(create("--description", "x".repeat(201)).err()).contains("more than 200");
    String[] create = {"create", "--organization", home.name(), "--url"};
    assertThat(run(with(create, "https://10.0.0.1/")).err()).contains("inside_hosts");
    assertThat(run(with(create, "http://192.0.2.1/")).err()).contains("https://");
    assertThat(run(with(create, "mailto:x")).err()).contains("is not an address such as");
    for (int i = 0; i < Webhook.MOST; i++) {
      created();
    }
    assertThat(create().err()).contains("there are 10 webhooks already");
  }

  private static String[] with(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void a_webhook_is_changed_rotated_disabled_enabled_and_deleted() {
    String id = created();
    assertThat(run("change", "--id", id, "--events", "team.created").out()).contains("is changed");
    Webhook changed = all(Optional.of(home.id())).getFirst();
    assertThat(changed.wanted().codes()).containsExactly("team.created");
    assertThat(changed.wanted().url()).isEqualTo(receiver.url());
    assertThat(run("change", "--id", id, "--url", "x").err()).contains("--url is not");

    String rotated = run("rotate-secret", "--id", id).out();
    String key = all(Optional.of(home.id())).getFirst().publicKey();
    assertThat(rotated).contains("whsec_", key);
    assertThat(key).isNotEqualTo(changed.publicKey());

    assertThat(run("disable", "--id", id).out()).contains(id + " is disabled.");
    assertThat(run("test", "--id", id).err()).contains("the webhook is disabled");
    assertThat(run("enable", "--id", id).out()).contains(id + " is enabled.");
    assertThat(run("delete", "--id", id).out()).contains(id + " is deleted.");
    assertThat(run("enable", "--id", id).err())
        .contains("there is no webhook " + id, "latchkey webhook list");
  }

  @Test
  void a_test_event_is_sent_listed_and_sent_again() {
    String id = created();
    assertThat(run("test", "--id", id).out()).contains("evt_", "is sent by a running server");
    // The command has the time of the machine, and the server that of the test.
    latchkey.clock.pass(Duration.ofHours(1));
    String first = receiver.await("webhook.test", 1).getFirst().id();

    assertThat(run("deliveries", "--id", id, "--json").out()).contains(first, "webhook.test");
    assertThat(run("replay", "--id", id, "--since", "yesterday").err()).contains("is not a time");
    assertThat(run("replay", "--id", id, "--since", "2020-01-01T00:00:00Z").out())
        .contains("0 deliveries");
    Poll.until(
        () -> run("replay", "--id", id, "--number", "1").out().contains("1 deliveries"),
        "it is finished");
    latchkey.clock.pass(Duration.ofHours(1));
    assertThat(receiver.await("webhook.test", 2).getLast().id()).isEqualTo(first);
  }
}

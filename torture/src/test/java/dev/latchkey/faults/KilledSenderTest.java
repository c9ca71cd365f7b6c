package dev.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.Settings;
import dev.latchkey.event.CreateWebhook;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.Poll;
import dev.latchkey.harness.event.EventReceiver;
import dev.latchkey.harness.program.Program;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.EventType;
import dev.latchkey.model.event.Webhook;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Kills the servers with {@code kill -9} while they send events to a receiver that fails now and
 * then. Every event arrives, and those about a person in their order.
 */
class KilledSenderTest {
  private static final int PEOPLE = 200;
  private static final int BATCH = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

  /** An answer that is no success. The message is sent again. */
  private static final int FAILED = 503;

  private static final int DONE = 204;

  /** No divisor of the number of people, so that events about each of them fail. */
  private static final int OF_WHICH_ONE_FAILS = 499;

  private final EventReceiver receiver = new EventReceiver();
  private final List<Program> servers = new ArrayList<>();
  private final List<Person> people = new ArrayList<>();
  private Organization home;

  /** The entries that arrived, for each person in the order of their first arrival. */
  private final Map<String, List<Long>> arrived = new ConcurrentHashMap<>();

  private final Set<Long> seen = ConcurrentHashMap.newKeySet();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stop() {
    servers.forEach(Program::close);
    receiver.close();
  }

  @Test
  void a_killed_server_loses_no_event_and_changes_no_order() throws IOException {
    run(Store.SQLITE, 2_000, 2);
  }

  @ParameterizedTest
  @EachStore
  @Tag("long")
  void killed_servers_lose_none_of_a_hundred_thousand_events(Store store) throws IOException {
    run(store, 100_000, 12);
  }

  private void run(Store store, int events, int kills) throws IOException {
    receiver.keepNothing();
    receiver.answer(this::take);
    Settings settings = EventReceiver.allowed(Latchkey.settings(store));
    prepare(settings);
    int nodes = store == Store.POSTGRESQL ? 2 : 1;
    for (int node = 0; node < nodes; node++) {
      servers.add(serve(settings));
    }
    try (var installation = Installation.ofCommand(settings, NOWHERE)) {
      for (int written = 0; written < events; written += BATCH) {
        write(installation, written / BATCH);
        int so = written;
        Poll.within(
            PATIENCE, () -> seen.size() > so - Webhook.MOST_WAITING / 2, "room for more events");
        if (written * kills / events != (written + BATCH) * kills / events) {
          killOne(settings, written / BATCH);
        }
      }
    }
    Poll.within(PATIENCE, () -> seen.size() == events, "every event");

    assertThat(arrived).hasSize(PEOPLE);
    arrived.values().forEach(entries -> assertThat(entries).isSorted());
    assertThat(failed).isNotEmpty();
  }

  private void prepare(Settings settings) {
    try (Latchkey made = Latchkey.start(settings)) {
      home = made.organization(Organization.Kind.MULTI_TEAM);
      var team = made.team(home);
      for (int i = 0; i < PEOPLE; i++) {
        people.add(made.person(home, User.Role.MEMBER, team));
      }
      var wanted =
          new Webhook.Wanted(
              receiver.url(), "", Set.of(EventType.PERSON_DISABLED, EventType.PERSON_ENABLED));
      var in = new CreateWebhook.In(Optional.of(home.id()), Optional.empty());
      var installation = made.installation();
      assertThat(installation.webhookActs().create().by(installation.operator(), in, wanted))
          .isInstanceOf(CreateWebhook.Created.class);
    }
  }

  private static Program serve(Settings settings) throws IOException {
    Path file = Latchkey.temporaryDirectory().resolve("latchkey.yaml");
    Files.writeString(file, "webhooks: {inside_hosts: [%s]}\n".formatted(EventReceiver.HOST));
    var arguments = new ArrayList<>(List.of("serve", "--config", file.toString(), "--port", "0"));
    arguments.addAll(List.of("--data", settings.store().data().toString()));
    settings.store().database().ifPresent(url -> arguments.addAll(List.of("--database", url)));
    return Program.start(arguments.toArray(String[]::new));
  }

  /** Half of the kills meet a server that sends, the others one that starts. */
  private void killOne(Settings settings, int turn) throws IOException {
    int which = turn % servers.size();
    Program server = servers.get(which);
    if (turn % 2 == 0) {
      server.url();
    }
    server.kill();
    servers.set(which, serve(settings));
  }

  private void write(Installation installation, int turn) {
    var event = turn % 2 == 0 ? AuditEvent.USER_DISABLE : AuditEvent.USER_ENABLE;
    var moment = installation.now();
    installation
        .database()
        .at(moment)
        .run(sql -> {
          for (int i = 0; i < BATCH; i++) {
            Id.User about = people.get((turn * BATCH + i) % PEOPLE).user().id();
            sql.record(AuditEntry.of(moment, event, AuditOutcome.OK).about(about).in(home.id()));
          }
        });
  }

  private int take(EventReceiver.Message message) {
    long entry = Long.parseLong(message.data().path("entry_id").stringValue());
    if (entry % OF_WHICH_ONE_FAILS == 0 && failed.add(message.id())) {
      return FAILED;
    }
    if (seen.add(entry)) {
      String person = message.data().path("person").path("id").stringValue();
      arrived.computeIfAbsent(person, _ -> new ArrayList<>()).add(entry);
    }
    return DONE;
  }
}

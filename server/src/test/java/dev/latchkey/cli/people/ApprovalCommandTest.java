package dev.latchkey.cli.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.cli.Command;
import dev.latchkey.documents.PrintedFields;
import dev.latchkey.harness.Latchkey;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.WaitingApp;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.RecordedActor;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.people.policy.DecideOnPublicClient.Decision;
import dev.latchkey.people.policy.DecideOnPublicClient.Seen;
import dev.latchkey.storage.publicclient.PublicClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an operator decides on the command line about apps that people have asked for. */
@EachStore.ForClass
class ApprovalCommandTest {
  private static final String READ = "read:issue:info";

  private final Latchkey latchkey;
  private final Organization home;
  private final Person olga;
  private final Person mei;

  ApprovalCommandTest(Store store) {
    latchkey = Latchkey.start(store);
    home = latchkey.organization(Organization.Kind.MULTI_TEAM);
    olga = latchkey.administrator(home);
    mei = latchkey.person(home, User.Role.MEMBER, latchkey.team(home));
  }

  @AfterEach
  void stop() {
    latchkey.close();
  }

  @Test
  void an_app_is_allowed_once_within_what_it_asked_for() {
    String app = waiting("wanted");

    assertThat(allow(app, "read:wiki:pages", olga).err())
        .contains("--scope has scopes that the app has not asked for");
    assertThat(allow(app, READ, mei).err())
        .contains("--owner is not an administrator of " + home.name());
    assertThat(allow(app, READ, olga, "--days", "31").err()).contains("--days is not a number");
    assertThat(allow(app, READ, olga, "--days", "7").text("state")).isEqualTo("allowed");

    assertThat(latchkey.owned(olga).getFirst().scope()).isEqualTo(Scopes.parse(READ));
    assertThat(allow(app, READ, olga).err()).contains("was decided about already");
    assertThat(newest().entry().actor()).isEqualTo(RecordedActor.Unnamed.OPERATOR);
    assertThat(allow("https://other.example/x", READ, olga).err()).contains("nobody in");
  }

  @Test
  void the_commands_print_what_the_reference_says() {
    var printed = new PrintedFields();
    for (String name : List.of("one", "two", "three", "four")) {
      waiting(name);
    }
    var seen = new Seen(WaitingApp.key("one"), PublicClients.State.WAITING, 4);
    latchkey
        .installation()
        .publicClientActs()
        .decide()
        .by(
            new Actor.Person(olga.user(), latchkey.now()),
            home.id(),
            new Decision(seen, Optional.empty(), "No"));

    printed.note(run("deny", "--app", WaitingApp.key("two"), "--note", "No"), "approval", "deny");
    Command allowed = allow(WaitingApp.key("three"), READ, olga, "--note", "Fine");
    printed.note(allowed, "approval", "allow");
    printed.note(run("list"), "approval", "list");

    printed.assertAsDocumented();
  }

  private String waiting(String name) {
    return WaitingApp.of(latchkey, name, olga.user().id(), mei.user());
  }

  private Command allow(String app, String scope, Person owner, String... more) {
    var all = new ArrayList<>(List.of("--app", app, "--scope", scope, "--owner", owner.email()));
    all.addAll(List.of(more));
    return run("allow", all.toArray(String[]::new));
  }

  private Command run(String verb, String... more) {
    var all = new ArrayList<>(List.of("approval", verb, "--json", "--organization", home.name()));
    all.addAll(List.of(more));
    return Command.on(latchkey.settings(), all.toArray(String[]::new));
  }

  private ListedAuditEntry newest() {
    return latchkey.stores().operation().auditRecords().newest(1).getFirst();
  }
}

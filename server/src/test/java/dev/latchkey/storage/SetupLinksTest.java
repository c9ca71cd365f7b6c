package dev.latchkey.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Crowd;
import dev.latchkey.harness.store.EachStore;
import dev.latchkey.harness.store.Store;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.SetupLinks;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The one-time links with which the first organization is created, on two nodes. */
@EachStore.ForClass
class SetupLinksTest {
  private final SecureRandom random = new SecureRandom();
  private final Nodes nodes;
  private final SetupLinks here;
  private final SetupLinks there;

  SetupLinksTest(Store store) {
    nodes = Nodes.open(store);
    here = new SetupLinks(nodes.thisNode);
    there = new SetupLinks(nodes.otherNode);
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  @Test
  void the_links_of_all_nodes_work_until_one_is_used() {
    Secret.Setup first = offeredBy(here);
    Secret.Setup second = offeredBy(there);

    assertThat(isOpen(here, second)).isTrue();
    assertThat(isOpen(there, first)).isTrue();
    assertThat(setUp(there, first)).isTrue();

    assertThat(setUp(here, second)).isFalse();
    assertThat(setUp(here, first)).isFalse();
    assertThat(isOpen(here, first)).isFalse();
  }

  @Test
  void a_link_that_was_never_used_is_over_once_another_one_was() {
    Secret.Setup first = offeredBy(here);
    Secret.Setup second = offeredBy(there);

    assertThat(setUp(there, first)).isTrue();

    assertThat(isOpen(here, second)).isFalse();
    assertThat(isOpen(there, second)).isFalse();
  }

  @Test
  void of_many_links_used_at_once_exactly_one_creates_an_organization() {
    List<Secret.Setup> links =
        IntStream.range(0, 8).mapToObj(i -> offeredBy(i % 2 == 0 ? here : there)).toList();

    List<Boolean> done = Crowd.of(8, i -> setUp(i % 2 == 0 ? there : here, links.get(i)));

    assertThat(done).containsOnlyOnce(true);
  }

  @Test
  void a_link_ends_after_a_day() {
    Secret.Setup link = offeredBy(here);
    nodes.clock.pass(Duration.ofHours(24).minusSeconds(1));
    assertThat(isOpen(there, link)).isTrue();

    nodes.clock.pass(Duration.ofSeconds(1));

    assertThat(isOpen(there, link)).isFalse();
    assertThat(setUp(there, link)).isFalse();
  }

  @Test
  void a_node_that_starts_again_and_again_leaves_few_links() {
    Secret.Setup first = offeredBy(here);
    for (int i = 0; i < 40; i++) {
      nodes.clock.pass(Duration.ofSeconds(2));
      assertThat(isOpen(there, offeredBy(i % 2 == 0 ? here : there))).isTrue();
    }

    assertThat(isOpen(here, first)).isFalse();
    List<String> kept =
        nodes.thisNode.read(
            sql -> sql.all("SELECT 'a link' AS what FROM setup_keys", row -> row.text("what")));
    assertThat(kept).hasSize(16);
  }

  private Secret.Setup offeredBy(SetupLinks node) {
    Secret.Setup key = Secret.SETUP.mint(random);
    node.offer(key, nodes.now("console"));
    return key;
  }

  private boolean isOpen(SetupLinks node, Secret.Setup key) {
    return node.isOpen(key, nodes.now("browser"));
  }

  private boolean setUp(SetupLinks node, Secret.Setup key) {
    var organization =
        new Organization(Id.ORGANIZATION.draw(random), "Acme", Organization.Kind.MULTI_TEAM);
    var team = new Team(Id.TEAM.draw(random), "Apollo", organization.id());
    Id.User id = Id.USER.draw(random);
    var ada =
        new User(
            id,
            EmailAddress.normal(id.value()) + "@example.com",
            "Ada",
            organization.id(),
            User.Role.SUPER_ADMINISTRATOR,
            List.of());
    var founded = new Organizations.Founded(organization, team, ada);
    return node.setUp(key, founded, new PasswordHash("none"), nodes.now("browser"));
  }
}

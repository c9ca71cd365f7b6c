package dev.latchkey.model.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a change has changed, as the audit log records it. */
class AuditDetailTest {
  @Test
  void only_what_differs_is_recorded() {
    assertThat(AuditDetail.between(user("Mei", 1), user("Mei", 1))).isEmpty();
    assertThat(AuditDetail.between(user("Mei", 1), user("Lin", 2)))
        .contains(
            "{\"name\":{\"before\":[\"Mei\"],\"after\":[\"Lin\"]},"
                + "\"teams\":{\"before\":[],\"after\":[\"Team 1\"]}}");
  }

  @Test
  void a_text_stays_one_string_whatever_it_contains() {
    assertThat(AuditDetail.between(user("a", 0), user("\"\\\n,{", 0)))
        .contains("{\"name\":{\"before\":[\"a\"],\"after\":[\"\\\"\\\\\\u000a,{\"]}}");
  }

  @Test
  void long_texts_and_long_lists_are_cut() {
    Optional<String> detail = AuditDetail.between(user("a", 0), user("字".repeat(100_000), 10_000));

    assertThat(detail.orElseThrow()).hasSizeLessThan(1_000).contains("字…\"", "\"…\"]");
  }

  private static User user(String name, int teams) {
    var home = new Id.Organization("org_1");
    List<User.Membership> memberships =
        IntStream.range(0, teams)
            .mapToObj(i -> new Team(new Id.Team("team_" + i), "Team " + i, home))
            .map(team -> new User.Membership(team, false))
            .toList();
    return new User(
        new Id.User("usr_1"), "mei@example.com", name, home, User.Role.MEMBER, memberships);
  }
}

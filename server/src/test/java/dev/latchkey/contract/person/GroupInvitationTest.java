package dev.latchkey.contract.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.harness.Browser;
import dev.latchkey.harness.Person;
import dev.latchkey.harness.store.OnBothStores;
import dev.latchkey.harness.wire.Answer;
import dev.latchkey.harness.wire.Http;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several people are invited at once, by addresses or lines of a table. */
class GroupInvitationTest extends OnBothStores {
  private static final String HERE = "/organization/people/invite";

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team team = latchkey.team(acme);
  private final Person olga = latchkey.administrator(acme);
  private final Browser browser = latchkey.browser().signIn(olga);

  /** Addresses are those of one installation, which the tests share. */
  private final String at = "@" + acme.id().value().toLowerCase(Locale.ROOT) + ".example";

  @Test
  void each_line_is_checked_first_and_then_has_its_result() {
    String lines =
        """
        E-mail,Name,Team,Role
        lee%1$s, "Wong, Lee", %2$s, Team administrator

        kim%1$s
        KIM%1$s;Kim
        nowhere
        bo%1$s\tBo\tNo such team
        di%1$s,Di,,chief
        root%1$s,Root,,super administrator
        %3$s,Olga
        """
            .formatted(at, team.name(), olga.email());

    Answer checked = check(lines);

    assertThat(checked.status()).isEqualTo(200);
    assertThat(checked.body())
        .contains("3 people can be invited, and 5 lines have a problem", "Wong, Lee", ">kim<")
        .containsSubsequence(
            "This address is on a line above",
            "not a valid e-mail address",
            "no such team",
            "no such role",
            "higher role than yours");
    assertThat(found("lee")).isEmpty();

    Answer done = browser.post(HERE, Http.fields(Browser.hidden(checked), "lines", lines));

    assertThat(done.body())
        .contains(
            "Invited: 2", "Not invited: 6", "This address is already in use", "/password?key=");
    User lee = found("lee").orElseThrow().user();
    assertThat(lee.name()).isEqualTo("Wong, Lee");
    assertThat(lee.effectiveRole()).isEqualTo(User.Role.TEAM_ADMINISTRATOR);
    assertThat(found("kim")).map(ManagedUser::state).contains(ManagedUser.State.INVITED);
    assertThat(found("root")).isEmpty();
  }

  @Test
  void there_are_not_too_many_and_not_none() {
    String many =
        IntStream.rangeClosed(0, 50).mapToObj(i -> "p" + i + at).collect(Collectors.joining("\n"));

    assertThat(check(many).body()).contains("Too many lines: up to 50 at once.");
    assertThat(check(" \n").status()).isEqualTo(400);
    assertThat(
            browser
                .post(HERE, Http.fields(Browser.hidden(browser.get(HERE)), "lines", many))
                .status())
        .isEqualTo(400);
    assertThat(found("p1")).isEmpty();
  }

  @Test
  void a_member_invites_nobody() {
    Browser member = latchkey.browser().signIn(latchkey.person(acme, User.Role.MEMBER, team));
    assertThat(member.get(HERE).status()).isEqualTo(403);
  }

  private Answer check(String lines) {
    return browser.post(
        HERE + "/check", Http.fields(Browser.hidden(browser.get(HERE)), "lines", lines));
  }

  private Optional<ManagedUser> found(String name) {
    var users = latchkey.stores().users();
    return users.directory().findByEmail(name + at).flatMap(users.administration()::find);
  }
}

package dev.latchkey.model.person;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Contract 1.3 and rule 4.4: which role a person has, and which people a token may read because of
 * it.
 */
class UserTest {
  private static final Id.Organization HOME = new Id.Organization("org_h");
  private static final Id.Organization OTHER = new Id.Organization("org_o");
  private static final Team ONE = new Team(new Id.Team("team_1"), "One", HOME);
  private static final Team TWO = new Team(new Id.Team("team_2"), "Two", HOME);

  @Test
  void a_person_belongs_to_these_teams_and_no_others() {
    User user = user(User.Role.MEMBER, false);

    assertThat(user.belongsTo(ONE.id())).isTrue();
    assertThat(user.belongsTo(TWO.id())).isFalse();
  }

  @Test
  void a_member_who_administers_a_team_is_a_team_administrator() {
    assertThat(user(User.Role.MEMBER, false).effectiveRole()).isEqualTo(User.Role.MEMBER);
    assertThat(user(User.Role.MEMBER, true).effectiveRole())
        .isEqualTo(User.Role.TEAM_ADMINISTRATOR);
    assertThat(user(User.Role.ORGANIZATION_ADMINISTRATOR, true).effectiveRole())
        .isEqualTo(User.Role.ORGANIZATION_ADMINISTRATOR);
    assertThat(user(User.Role.SUPER_ADMINISTRATOR, true).effectiveRole())
        .isEqualTo(User.Role.SUPER_ADMINISTRATOR);
  }

  @Test
  void a_token_sees_what_its_users_role_shows_in_its_organization() {
    User member = user(User.Role.MEMBER, true);
    User administrator = user(User.Role.ORGANIZATION_ADMINISTRATOR, false);
    User superior = user(User.Role.SUPER_ADMINISTRATOR, false);

    assertThat(DirectoryView.of(member, HOME))
        .isEqualTo(new DirectoryView.TeamsOf(HOME, member.id()));
    assertThat(DirectoryView.of(administrator, HOME)).isEqualTo(new DirectoryView.Whole(HOME));
    assertThat(DirectoryView.of(administrator, OTHER))
        .isEqualTo(new DirectoryView.TeamsOf(OTHER, administrator.id()));
    assertThat(DirectoryView.of(superior, OTHER)).isEqualTo(new DirectoryView.Whole(OTHER));
  }

  @Test
  void a_virtual_administrator_sees_the_reach_of_the_credential() {
    assertThat(DirectoryView.of(HOME, Optional.empty())).isEqualTo(new DirectoryView.Whole(HOME));
    assertThat(DirectoryView.of(HOME, Optional.of(ONE.id())))
        .isEqualTo(new DirectoryView.OneTeam(HOME, ONE.id()));
  }

  @Test
  void only_an_active_super_administrator_is_enough_for_the_platform() {
    User superior = user(User.Role.SUPER_ADMINISTRATOR, false);

    assertThat(managed(superior, ManagedUser.State.ACTIVE).isActiveSuperAdministrator()).isTrue();
    assertThat(managed(superior, ManagedUser.State.DISABLED).isActiveSuperAdministrator())
        .isFalse();
    assertThat(
            managed(user(User.Role.MEMBER, false), ManagedUser.State.ACTIVE)
                .isActiveSuperAdministrator())
        .isFalse();
  }

  @Test
  void an_invited_person_has_not_been_changed_yet() {
    User user = user(User.Role.MEMBER, false);

    assertThat(ManagedUser.invited(user, new RequestMoment(Instant.EPOCH, "test")))
        .isEqualTo(
            new ManagedUser(user, ManagedUser.State.INVITED, Instant.EPOCH, Optional.empty(), 1));
  }

  @Test
  void a_session_in_which_the_password_was_given_again_began_just_now() {
    User user = user(User.Role.MEMBER, false);
    Instant now = Instant.EPOCH.plusSeconds(60);

    assertThat(new Session(user, 3, false, Instant.EPOCH, Instant.EPOCH).confirmed(now))
        .isEqualTo(new Session(user, 3, false, now, Instant.EPOCH));
  }

  private static ManagedUser managed(User user, ManagedUser.State state) {
    return new ManagedUser(user, state, Instant.EPOCH, Optional.empty(), 1);
  }

  private static User user(User.Role role, boolean administers) {
    return new User(
        new Id.User("usr_1"),
        "u@example.com",
        "U",
        HOME,
        role,
        List.of(new User.Membership(ONE, administers)));
  }
}

package dev.latchkey.model.person;

import static dev.latchkey.model.person.User.Role.AUDITOR;
import static dev.latchkey.model.person.User.Role.MEMBER;
import static dev.latchkey.model.person.User.Role.ORGANIZATION_ADMINISTRATOR;
import static dev.latchkey.model.person.User.Role.PLATFORM_AUDITOR;
import static dev.latchkey.model.person.User.Role.SUPER_ADMINISTRATOR;
import static dev.latchkey.model.person.User.Role.TEAM_ADMINISTRATOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.PlatformVersion;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract 1.3, 1.4 and 5.7: the whole table, and its consequences for people. */
class RightsTest {
  private static final Organization MULTI = organization("org_m", Organization.Kind.MULTI_TEAM);
  private static final Organization SINGLE = organization("org_s", Organization.Kind.SINGLE_TEAM);
  private static final Organization OTHER = organization("org_o", Organization.Kind.MULTI_TEAM);

  /**
   * The roles that may do the act: in the own organization if it is multi-team, in the own one if
   * it is single-team, and in other organizations.
   */
  private record Row(Set<User.Role> multi, Set<User.Role> single, Set<User.Role> other) {
    static Row expected(Rights.Act act) {
      Set<User.Role> all = EnumSet.allOf(User.Role.class);
      Set<User.Role> none = EnumSet.noneOf(User.Role.class);
      Set<User.Role> personal = EnumSet.complementOf(EnumSet.of(AUDITOR, PLATFORM_AUDITOR));
      Set<User.Role> superior = EnumSet.of(SUPER_ADMINISTRATOR);
      Set<User.Role> reading = EnumSet.of(SUPER_ADMINISTRATOR, PLATFORM_AUDITOR);
      return switch (act) {
        case USE_OWN_ACCOUNT -> new Row(all, all, none);
        case MANAGE_PERSONAL_CREDENTIALS -> new Row(personal, personal, none);
        case SEE_CREDENTIALS_OF_ORGANIZATION,
            SEE_AUDIT_OF_ORGANIZATION,
            SEE_PEOPLE_OF_ORGANIZATION,
            SEE_TEAMS_OF_ORGANIZATION,
            SEE_APPROVALS_OF_ORGANIZATION,
            SEE_REVIEWS_OF_ORGANIZATION,
            SEE_WEBHOOKS_OF_ORGANIZATION,
            SEE_ALERTS_OF_ORGANIZATION ->
            new Row(
                EnumSet.of(
                    SUPER_ADMINISTRATOR, PLATFORM_AUDITOR, ORGANIZATION_ADMINISTRATOR, AUDITOR),
                EnumSet.of(SUPER_ADMINISTRATOR, PLATFORM_AUDITOR, AUDITOR, TEAM_ADMINISTRATOR),
                reading);
        case CREATE_ORGANIZATION_CREDENTIAL,
            CHANGE_ORGANIZATION_CREDENTIAL,
            DELETE_CREDENTIAL_OF_ORGANIZATION,
            TRANSFER_CREDENTIAL_OF_ORGANIZATION,
            END_ACCESS_TO_CREDENTIAL_OF_ORGANIZATION,
            MANAGE_PEOPLE_OF_ORGANIZATION,
            MANAGE_TEAMS_OF_ORGANIZATION,
            MANAGE_REVIEWS_OF_ORGANIZATION,
            MANAGE_WEBHOOKS_OF_ORGANIZATION,
            MANAGE_ALERTS_OF_ORGANIZATION,
            CHANGE_REQUEST_LOG_OF_ORGANIZATION ->
            new Row(
                EnumSet.of(SUPER_ADMINISTRATOR, ORGANIZATION_ADMINISTRATOR),
                EnumSet.of(SUPER_ADMINISTRATOR, TEAM_ADMINISTRATOR),
                superior);
        case SEE_ORGANIZATIONS, SEE_HEALTH -> new Row(reading, reading, reading);
        case MANAGE_ORGANIZATIONS -> new Row(superior, superior, superior);
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Rights.Act.class)
  void each_act_is_allowed_to_these_roles_and_no_others(Rights.Act act) {
    Row row = Row.expected(act);
    for (User.Role role : User.Role.values()) {
      assertThat(Rights.allow(user(role, MULTI), act, MULTI))
          .as("%s %s at home, several teams", role, act)
          .isEqualTo(row.multi().contains(role));
      assertThat(Rights.allow(user(role, SINGLE), act, SINGLE))
          .as("%s %s at home, one team", role, act)
          .isEqualTo(row.single().contains(role));
      assertThat(Rights.allow(user(role, MULTI), act, OTHER))
          .as("%s %s elsewhere", role, act)
          .isEqualTo(row.other().contains(role));
    }
  }

  @Test
  void no_person_can_give_a_role_above_their_own() {
    assertThat(Rights.grantable(user(SUPER_ADMINISTRATOR, OTHER), MULTI))
        .containsExactly(
            MEMBER, AUDITOR, ORGANIZATION_ADMINISTRATOR, PLATFORM_AUDITOR, SUPER_ADMINISTRATOR);
    assertThat(Rights.grantable(user(SUPER_ADMINISTRATOR, OTHER), SINGLE))
        .containsExactly(MEMBER, AUDITOR, PLATFORM_AUDITOR, SUPER_ADMINISTRATOR);
    assertThat(Rights.grantable(user(ORGANIZATION_ADMINISTRATOR, MULTI), MULTI))
        .containsExactly(MEMBER, AUDITOR, ORGANIZATION_ADMINISTRATOR);
    assertThat(Rights.grantable(user(TEAM_ADMINISTRATOR, SINGLE), SINGLE))
        .containsExactly(MEMBER, AUDITOR);
    assertThat(
            Stream.of(
                user(MEMBER, MULTI),
                user(TEAM_ADMINISTRATOR, MULTI),
                user(AUDITOR, MULTI),
                user(PLATFORM_AUDITOR, OTHER),
                user(ORGANIZATION_ADMINISTRATOR, OTHER)))
        .allMatch(user -> Rights.grantable(user, MULTI).isEmpty());
  }

  @Test
  void administrators_manage_people_of_the_same_or_a_lower_role() {
    for (User.Role role : List.of(MEMBER, TEAM_ADMINISTRATOR, ORGANIZATION_ADMINISTRATOR)) {
      User whom = user("usr_2", role, MULTI);
      assertThat(Rights.mayManage(user(ORGANIZATION_ADMINISTRATOR, MULTI), whom, MULTI)).isTrue();
      assertThat(Rights.mayManage(user(SUPER_ADMINISTRATOR, OTHER), whom, MULTI)).isTrue();
      assertThat(Rights.mayManage(user(ORGANIZATION_ADMINISTRATOR, OTHER), whom, MULTI)).isFalse();
      assertThat(Rights.mayManage(user(MEMBER, MULTI), whom, MULTI)).isFalse();
    }
  }

  @Test
  void auditors_manage_no_person_and_are_managed_by_administrators() {
    User auditor = user("usr_2", AUDITOR, MULTI);
    assertThat(Rights.mayManage(user(ORGANIZATION_ADMINISTRATOR, MULTI), auditor, MULTI)).isTrue();
    for (User.Role role : List.of(AUDITOR, PLATFORM_AUDITOR)) {
      User member = user("usr_3", MEMBER, MULTI);
      assertThat(Rights.mayManage(user(role, MULTI), member, MULTI)).isFalse();
    }
  }

  @Test
  void an_auditor_who_administers_the_only_team_only_reads() {
    var team = new Team(new Id.Team("team_1"), "Team", SINGLE.id());
    var auditor =
        new User(
            new Id.User("usr_1"),
            "u@example.com",
            "U",
            SINGLE.id(),
            AUDITOR,
            List.of(new User.Membership(team, true)));

    assertThat(Rights.allow(auditor, Rights.Act.SEE_PEOPLE_OF_ORGANIZATION, SINGLE)).isTrue();
    assertThat(Rights.allow(auditor, Rights.Act.MANAGE_PEOPLE_OF_ORGANIZATION, SINGLE)).isFalse();
    assertThat(Rights.grantable(auditor, SINGLE)).isEmpty();
  }

  @Test
  void only_super_administrators_manage_a_person_with_a_role_of_the_platform() {
    for (User.Role role : List.of(SUPER_ADMINISTRATOR, PLATFORM_AUDITOR)) {
      User whom = user("usr_2", role, MULTI);
      assertThat(Rights.mayManage(user(ORGANIZATION_ADMINISTRATOR, MULTI), whom, MULTI)).isFalse();
      assertThat(Rights.mayManage(user(SUPER_ADMINISTRATOR, OTHER), whom, MULTI)).isTrue();
    }
    User alone = user("usr_2", SUPER_ADMINISTRATOR, SINGLE);
    assertThat(Rights.mayManage(user(TEAM_ADMINISTRATOR, SINGLE), alone, SINGLE)).isFalse();
  }

  @Test
  void no_person_manages_themselves_or_a_person_of_another_organization() {
    for (User.Role role : User.Role.values()) {
      User user = user(role, MULTI);
      assertThat(Rights.mayManage(user, user, MULTI)).isFalse();
      assertThat(Rights.mayManage(user, user("usr_2", MEMBER, OTHER), MULTI)).isFalse();
    }
  }

  @Test
  void a_role_in_the_wrong_kind_of_organization_gives_nothing() {
    Rights.Act act = Rights.Act.CREATE_ORGANIZATION_CREDENTIAL;
    assertThat(Rights.allow(user(ORGANIZATION_ADMINISTRATOR, SINGLE), act, SINGLE)).isFalse();
    assertThat(Rights.allow(user(TEAM_ADMINISTRATOR, MULTI), act, MULTI)).isFalse();
  }

  @Test
  void versions_are_compared_number_by_number() {
    var least = PlatformVersion.ORGANIZATION_CREDENTIALS;
    assertThat(List.of("6.2.18", "6.2.18.1", "6.10.0", "6.3", "7"))
        .allMatch(text -> new PlatformVersion(text).isAtLeast(least));
    assertThat(List.of("6.2.17", "6.2", "5.9.99", "6.2.2", "", "newest"))
        .noneMatch(text -> new PlatformVersion(text).isAtLeast(least));
  }

  private static Organization organization(String id, Organization.Kind kind) {
    return new Organization(new Id.Organization(id), id, kind);
  }

  private static User user(User.Role role, Organization home) {
    return user("usr_1", role, home);
  }

  private static User user(String id, User.Role role, Organization home) {
    var team = new Team(new Id.Team("team_1"), "Team", home.id());
    boolean administers = role == TEAM_ADMINISTRATOR;
    return new User(
        new Id.User(id),
        id + "@example.com",
        "U",
        home.id(),
        administers ? MEMBER : role,
        List.of(new User.Membership(team, administers)));
  }

  @Test
  void a_team_administered_elsewhere_gives_nothing_here() {
    var elsewhere = new Team(new Id.Team("team_o"), "Elsewhere", OTHER.id());
    var user =
        new User(
            new Id.User("usr_1"),
            "u@example.com",
            "U",
            SINGLE.id(),
            MEMBER,
            List.of(new User.Membership(elsewhere, true)));

    assertThat(Rights.allow(user, Rights.Act.CREATE_ORGANIZATION_CREDENTIAL, SINGLE)).isFalse();
  }

  @Test
  void a_version_is_up_to_six_numbers() {
    assertThat(List.of("6", "6.2.18", "1.2.3.4.5.6", "123456"))
        .allMatch(PlatformVersion::isVersion);
    assertThat(List.of("", "6.", ".6", "6..2", "1.2.3.4.5.6.7", "1234567", "v6"))
        .noneMatch(PlatformVersion::isVersion);
  }
}

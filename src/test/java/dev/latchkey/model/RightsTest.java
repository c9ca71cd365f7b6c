package dev.latchkey.model;

import static dev.latchkey.model.Rights.Act.CREATE_ORGANIZATION_CREDENTIAL;
import static dev.latchkey.model.Rights.Act.KEEP_PERSONAL_CREDENTIALS;
import static dev.latchkey.model.User.Role.MEMBER;
import static dev.latchkey.model.User.Role.ORGANIZATION_ADMINISTRATOR;
import static dev.latchkey.model.User.Role.SUPER_ADMINISTRATOR;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract 1.3, 1.4 and 5.7. */
class RightsTest {
    private final Organization multi = organization("org_m", Organization.Kind.MULTI_TEAM);
    private final Organization single = organization("org_s", Organization.Kind.SINGLE_TEAM);

    @Test
    void any_user_keeps_personal_credentials_at_home_only() {
        for (User.Role role : List.of(MEMBER, ORGANIZATION_ADMINISTRATOR, SUPER_ADMINISTRATOR)) {
            User user = user(role, multi, false);
            assertThat(Rights.allow(user, KEEP_PERSONAL_CREDENTIALS, multi)).isTrue();
            assertThat(Rights.allow(user, KEEP_PERSONAL_CREDENTIALS, single)).isFalse();
        }
    }

    @Test
    void a_super_administrator_manages_every_organization() {
        User user = user(SUPER_ADMINISTRATOR, multi, false);
        assertThat(manages(user, multi)).isTrue();
        assertThat(manages(user, single)).isTrue();
    }

    @Test
    void an_organization_administrator_manages_a_multi_team_organization() {
        assertThat(manages(user(ORGANIZATION_ADMINISTRATOR, multi, false), multi)).isTrue();
        assertThat(manages(user(ORGANIZATION_ADMINISTRATOR, multi, false), single)).isFalse();
        assertThat(manages(user(ORGANIZATION_ADMINISTRATOR, single, false), single)).isFalse();
    }

    @Test
    void a_team_administrator_manages_a_single_team_organization() {
        assertThat(manages(user(MEMBER, single, true), single)).isTrue();
        assertThat(manages(user(ORGANIZATION_ADMINISTRATOR, single, true), single)).isTrue();
        assertThat(manages(user(MEMBER, multi, true), multi)).isFalse();
    }

    @Test
    void a_member_manages_none() {
        assertThat(manages(user(MEMBER, multi, false), multi)).isFalse();
        assertThat(manages(user(MEMBER, single, false), single)).isFalse();
    }

    @Test
    void versions_are_compared_number_by_number() {
        var least = PlatformVersion.ORGANIZATION_CREDENTIALS;
        assertThat(List.of("6.2.18", "6.2.18.1", "6.10.0", "6.3", "7"))
                .allMatch(text -> new PlatformVersion(text).isAtLeast(least));
        assertThat(List.of("6.2.17", "6.2", "5.9.99", "6.2.2", "", "newest"))
                .noneMatch(text -> new PlatformVersion(text).isAtLeast(least));
    }

    private static boolean manages(User user, Organization where) {
        return Rights.allow(user, CREATE_ORGANIZATION_CREDENTIAL, where);
    }

    private static Organization organization(String id, Organization.Kind kind) {
        return new Organization(new Id.Organization(id), id, kind);
    }

    private static User user(User.Role role, Organization home, boolean administersTeam) {
        var team = new Team(new Id.Team("team_1"), "Team", home.id());
        return new User(
                new Id.User("usr_1"),
                "u@example.com",
                "U",
                home.id(),
                role,
                List.of(new User.Membership(team, administersTeam)));
    }
}

package dev.latchkey.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.ActsOnBothStores;
import dev.latchkey.harness.Crowd;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The acts on teams and organizations, without a page, a call or a command. */
class DirectoryActsTest extends ActsOnBothStores {
  private static final AuditOutcome GRANTED = AuditOutcome.OK;

  private final DirectoryActs acts = latchkey.directoryActs();

  private final Organization acme = latchkey.organization(Organization.Kind.MULTI_TEAM);
  private final Team apollo = latchkey.team(acme);
  private final Organization solo = latchkey.organization(Organization.Kind.SINGLE_TEAM);
  private final Team studio = latchkey.team(solo);

  /** Who may do what in an organization, and what the audit log says if not. */
  private record Row(
      String who, Actor actor, Team team, AuditOutcome ofTeam, AuditOutcome ofOrganization) {}

  private List<Row> rows() {
    var member = latchkey.person(acme, User.Role.MEMBER, apollo);
    var lead = latchkey.person(solo, User.Role.MEMBER, true, studio);
    var head = latchkey.person(acme, User.Role.ORGANIZATION_ADMINISTRATOR, apollo);
    var root = latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo);
    var home = AuditOutcome.PLACE_NOT_FOR_ROLE;
    var foreign = AuditOutcome.TEAM_OF_OTHERS;
    var elsewhere = AuditOutcome.ORGANIZATION_OF_OTHERS;
    return List.of(
        new Row("operator", operator, apollo, GRANTED, GRANTED),
        new Row("super administrator", actor(root), apollo, GRANTED, GRANTED),
        new Row("super administrator elsewhere", actor(root), studio, GRANTED, GRANTED),
        new Row("administrator", actor(head), apollo, GRANTED, home),
        new Row("administrator elsewhere", actor(head), studio, foreign, elsewhere),
        new Row("member", actor(member), apollo, home, home),
        new Row("team administrator", actor(lead), studio, GRANTED, home),
        new Row("team administrator elsewhere", actor(lead), apollo, foreign, elsewhere),
        new Row("machine", machine(acme, Optional.empty()), apollo, GRANTED, home),
        new Row("machine elsewhere", machine(acme, Optional.empty()), studio, foreign, elsewhere),
        new Row("machine of a team", machine(acme, Optional.of(apollo)), apollo, home, home));
  }

  @Test
  void each_act_asks_for_the_right_and_records_a_refusal() {
    for (Row row : rows()) {
      Id.Organization where = row.team().organization();
      String known = team(row.team()).name();
      String organization = organization(where).name();

      CreateTeam.Outcome created = acts.createTeam().by(row.actor(), where, name());
      assertRefused(row, created, where, inOrganization(row));
      RenameTeam.Outcome renamed =
          acts.renameTeam().by(row.actor(), row.team().id().value(), NewName.after(known, name()));
      assertRefused(row, renamed, where, row.ofTeam());
      RenameOrganization.Outcome named =
          acts.renameOrganization().by(row.actor(), where, NewName.after(organization, name()));
      assertRefused(row, named, where, row.ofOrganization());
    }
  }

  /** Only an organization is named by who creates a team. */
  private static AuditOutcome inOrganization(Row row) {
    return row.ofTeam() == AuditOutcome.TEAM_OF_OTHERS
        ? AuditOutcome.ORGANIZATION_OF_OTHERS
        : row.ofTeam();
  }

  private void assertRefused(
      Row row, Object outcome, Id.Organization where, AuditOutcome expected) {
    Optional<NoAccess> refused =
        switch (expected) {
          case OK -> Optional.empty();
          case PLACE_NOT_FOR_ROLE -> Optional.of(NoAccess.FORBIDDEN);
          default -> Optional.of(NoAccess.NOT_FOUND);
        };
    assertThat(Optional.of(outcome).filter(NoAccess.class::isInstance))
        .as(row.who() + " " + outcome)
        .isEqualTo(refused);
    if (refused.isPresent()) {
      AuditEntry entry = newest();
      assertThat(entry.event()).isEqualTo(AuditEvent.RIGHT_REFUSED);
      assertThat(entry.outcome()).as(row.who()).isEqualTo(expected);
      assertThat(entry.organization()).contains(where);
      assertThat(entry.actor().subject())
          .isEqualTo(
              row.actor() instanceof Actor.Authenticated known
                  ? Optional.of(known.id())
                  : Optional.empty());
    }
  }

  @Test
  void only_who_manages_the_platform_creates_organizations() {
    for (Row row : rows()) {
      boolean isAllowed =
          row.actor() instanceof Actor.Operator
              || (row.actor() instanceof Actor.Person person
                  && person.user().role() == User.Role.SUPER_ADMINISTRATOR);
      var wanted =
          new CreateOrganization.Wanted(name(), Organization.Kind.MULTI_TEAM, Optional.of("First"));
      assertThat(acts.createOrganization().by(row.actor(), wanted) instanceof NoAccess)
          .as(row.who())
          .isNotEqualTo(isAllowed);
      if (row.actor() instanceof Actor.Authenticated caller) {
        assertThat(acts.foundOrganization().by(caller, founding()) instanceof NoAccess)
            .as(row.who())
            .isNotEqualTo(isAllowed);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {"Mei\u202enimda,SIGNS", "Mei\u0007,SIGNS", "' ',MISSING", "x,TOO_LONG"})
  void a_name_that_misleads_or_is_too_long_is_refused(String kind, DisplayName.Flaw flaw) {
    String name = kind.equals("x") ? "x".repeat(10_000) : kind;
    var refused = new FlawedNames(Map.of("name", flaw));

    assertThat(acts.createTeam().by(operator, acme.id(), name)).isEqualTo(refused);
    assertThat(rename(apollo, apollo.name(), name)).isEqualTo(refused);
    assertThat(rename(acme, acme.name(), name, operator)).isEqualTo(refused);
    var wanted =
        new CreateOrganization.Wanted(name, Organization.Kind.MULTI_TEAM, Optional.of(name));
    assertThat(acts.createOrganization().by(operator, wanted))
        .isEqualTo(new FlawedNames(Map.of("name", flaw, "team", flaw)));
  }

  @Test
  void of_many_teams_of_one_name_one_is_created() {
    String name = name();
    List<CreateTeam.Outcome> outcomes =
        Crowd.of(4, i -> acts.createTeam().by(operator, acme.id(), name));
    assertThat(outcomes).filteredOn(CreateTeam.Created.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(CreateTeam.Refused.NAME_TAKEN::equals).hasSize(3);
    assertThat(rename(apollo, apollo.name(), name)).isEqualTo(NotRenamed.NAME_TAKEN);
    assertThat(acts.createTeam().by(operator, solo.id(), name()))
        .isEqualTo(CreateTeam.Refused.ONLY_ONE_TEAM);
    assertThat(latchkey.stores().users().teams().of(solo.id()))
        .extracting(Teams.View::team)
        .containsExactly(studio);
  }

  @Test
  void of_many_organizations_of_one_name_one_is_created() {
    var wanted =
        new CreateOrganization.Wanted(name(), Organization.Kind.SINGLE_TEAM, Optional.of("First"));
    Actor root = actor(latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo));
    List<CreateOrganization.Outcome> outcomes =
        Crowd.of(8, i -> acts.createOrganization().by(i % 2 == 0 ? operator : root, wanted));

    assertThat(outcomes).filteredOn(CreateOrganization.Refused.NAME_TAKEN::equals).hasSize(7);
    CreateOrganization.Created created =
        outcomes.stream()
            .filter(CreateOrganization.Created.class::isInstance)
            .map(CreateOrganization.Created.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(latchkey.stores().users().teams().of(created.organization().orgId()))
        .containsExactly(created.team().orElseThrow());
    assertThat(acts.createTeam().by(operator, created.organization().orgId(), name()))
        .isEqualTo(CreateTeam.Refused.ONLY_ONE_TEAM);
  }

  @Test
  void only_an_operator_cannot_give_an_organization_a_name_in_use() {
    Actor root = actor(latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo));
    assertThat(rename(acme, acme.name(), solo.name(), operator)).isEqualTo(NotRenamed.NAME_TAKEN);
    assertThat(rename(acme, acme.name(), solo.name(), root))
        .isEqualTo(new RenameOrganization.Renamed(organization(acme.id())));
    assertThat(organization(acme.id()).name()).isEqualTo(solo.name());
  }

  @Test
  void what_was_renamed_since_it_was_seen_is_not_renamed() {
    assertThat(rename(apollo, "Another", name())).isEqualTo(NotRenamed.EDIT_CONFLICT);
    assertThat(newest().event()).isEqualTo(AuditEvent.TEAM_CHANGE);
    assertThat(newest().outcome()).isEqualTo(AuditOutcome.EDIT_CONFLICT);
    assertThat(rename(acme, "Another", name(), operator)).isEqualTo(NotRenamed.EDIT_CONFLICT);
    assertThat(newest().event()).isEqualTo(AuditEvent.ORGANIZATION_CHANGE);
    var unseen = new NewName(Optional.empty(), name());
    assertThat(acts.renameTeam().by(operator, apollo.id().value(), unseen))
        .isEqualTo(NotRenamed.UNSEEN);

    List<RenameTeam.Outcome> outcomes = Crowd.of(4, i -> rename(apollo, apollo.name(), name()));
    assertThat(outcomes).filteredOn(RenameTeam.Renamed.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(NotRenamed.EDIT_CONFLICT::equals).hasSize(3);
  }

  @Test
  void an_organization_is_founded_once_for_one_address() {
    var root =
        new Actor.Person(
            latchkey.person(acme, User.Role.SUPER_ADMINISTRATOR, apollo).user(), latchkey.now());
    FoundOrganization.Wanted wanted = founding();

    assertThat(acts.foundOrganization().by(root, wanted))
        .isInstanceOf(FoundOrganization.Founded.class);
    assertThat(acts.foundOrganization().by(root, wanted))
        .isEqualTo(FoundOrganization.Refused.EMAIL_TAKEN);
  }

  private FoundOrganization.Wanted founding() {
    return new FoundOrganization.Wanted(
        new DisplayName("Twin"),
        Organization.Kind.MULTI_TEAM,
        new DisplayName("First"),
        new DisplayName("Lee"),
        EmailAddress.parse(name() + "@example.com").orElseThrow());
  }

  private RenameTeam.Outcome rename(Team team, String seen, String name) {
    return acts.renameTeam().by(operator, team.id().value(), NewName.after(seen, name));
  }

  private RenameOrganization.Outcome rename(
      Organization organization, String seen, String name, Actor actor) {
    return acts.renameOrganization().by(actor, organization.id(), NewName.after(seen, name));
  }

  private String name() {
    return "n" + Long.toHexString(random.nextLong());
  }

  private Teams.View team(Team team) {
    return latchkey.stores().users().teams().find(team.id()).orElseThrow();
  }

  private Organizations.View organization(Id.Organization id) {
    return latchkey.stores().users().organizations().find(id).orElseThrow();
  }
}

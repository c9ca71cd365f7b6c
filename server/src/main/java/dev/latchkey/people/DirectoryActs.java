package dev.latchkey.people;

import dev.latchkey.storage.SignInStores;
import dev.latchkey.storage.UserStores;
import dev.latchkey.storage.grants.ActiveGrants;
import java.util.random.RandomGenerator;

/**
 * The acts on organizations, teams and people, with the guards that their pages and calls use too.
 */
public record DirectoryActs(
    OrganizationGuard organizationGuard,
    TeamGuard teamGuard,
    CreateOrganization createOrganization,
    FoundOrganization foundOrganization,
    RenameOrganization renameOrganization,
    CreateTeam createTeam,
    RenameTeam renameTeam,
    PersonGuard personGuard,
    InvitePerson invitePerson,
    ChangePerson changePerson,
    DisablePerson disablePerson,
    EnablePerson enablePerson,
    CreatePasswordLink createPasswordLink,
    EndAccess endAccess,
    RemoveSecondFactor removeSecondFactor) {
  public static DirectoryActs on(
      UserStores stores, SignInStores signIn, ActiveGrants grants, RandomGenerator random) {
    var organizations = stores.organizations();
    var teams = stores.teams();
    var administration = stores.administration();
    var organizationGuard = new OrganizationGuard(stores.directory());
    var teamGuard = new TeamGuard(organizationGuard, stores.directory(), teams);
    var personGuard = new PersonGuard(organizationGuard, administration);
    return new DirectoryActs(
        organizationGuard,
        teamGuard,
        new CreateOrganization(organizationGuard, organizations, random),
        new FoundOrganization(organizationGuard, organizations, random),
        new RenameOrganization(organizationGuard, organizations),
        new CreateTeam(organizationGuard, teams, random),
        new RenameTeam(teamGuard, teams),
        personGuard,
        new InvitePerson(organizationGuard, administration, random),
        new ChangePerson(personGuard, administration),
        new DisablePerson(personGuard, administration),
        new EnablePerson(personGuard, administration),
        new CreatePasswordLink(personGuard, stores.links(), random),
        new EndAccess(personGuard, stores.removal(), signIn.account(), grants),
        new RemoveSecondFactor(personGuard, signIn.factors()));
  }
}

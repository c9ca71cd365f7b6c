package dev.latchkey.cli.people;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.Names;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordHash;
import dev.latchkey.model.person.Team;
import dev.latchkey.model.person.User;
import dev.latchkey.people.ChangePerson;
import dev.latchkey.people.CreateOrganization;
import dev.latchkey.people.CreatePasswordLink;
import dev.latchkey.people.CreateTeam;
import dev.latchkey.people.DirectoryActs;
import dev.latchkey.people.DisablePerson;
import dev.latchkey.people.EnablePerson;
import dev.latchkey.people.EndAccess;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.FlawedPerson;
import dev.latchkey.people.InvitePerson;
import dev.latchkey.people.NewName;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.NotManaged;
import dev.latchkey.people.NotRenamed;
import dev.latchkey.people.RemoveSecondFactor;
import dev.latchkey.people.RenameOrganization;
import dev.latchkey.people.RenameTeam;
import dev.latchkey.people.WantedPerson;
import dev.latchkey.people.account.AccountActs;
import dev.latchkey.people.account.AddPerson;
import dev.latchkey.people.policy.DecideOnPublicClient;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;

/** The acts of an operator on people, teams and organizations. A refusal is one line of output. */
public final class OperatorActs {
  private final DirectoryActs acts;
  private final AccountActs account;
  private final DecideOnPublicClient decide;
  private final Actor.Operator operator;

  OperatorActs(Installation installation) {
    this.acts = installation.directoryActs();
    this.account = installation.accountActs();
    this.decide = installation.publicClientActs().decide();
    this.operator = installation.operator();
  }

  DecideOnPublicClient.Decided decide(Organization home, DecideOnPublicClient.Decision decision) {
    return switch (decide.by(operator, home.id(), decision)) {
      case DecideOnPublicClient.Decided decided -> decided;
      case DecideOnPublicClient.EditConflict _ ->
          throw new ConfigFault(
              "the app was decided about already, or at the same moment. To look: latchkey approval list --organization …");
      case DecideOnPublicClient.Flaw flaw ->
          throw new ConfigFault(
              switch (flaw) {
                case NO_SCOPE -> "--scope names no scope";
                case SCOPE_TOO_WIDE ->
                    "--scope has scopes that the app has not asked for, or that the policy of "
                        + home.name()
                        + " does not have";
                case DAYS -> "--days is not a number from 1 to that of the policy";
                case NOTE_TOO_LONG ->
                    "--note has more than " + DecideOnPublicClient.MAX_NOTE + " characters";
                case OWNER_NOT_ENTITLED -> "--owner is not an administrator of " + home.name();
              });
      case DecideOnPublicClient.Refused _ -> throw gone();
    };
  }

  CreateOrganization.Created createOrganization(CreateOrganization.Wanted wanted) {
    return switch (acts.createOrganization().by(operator, wanted)) {
      case CreateOrganization.Created created -> created;
      case CreateOrganization.Refused.NAME_TAKEN -> throw organizationTaken(wanted.name());
      case FlawedNames flawed -> throw Names.fault(flawed);
      case NoAccess _ -> throw gone();
    };
  }

  Organizations.View renameOrganization(Organization known, String name) {
    var wanted = NewName.after(known.name(), name);
    return switch (acts.renameOrganization().by(operator, known.id(), wanted)) {
      case RenameOrganization.Renamed(var renamed) -> renamed;
      case NotRenamed.NAME_TAKEN -> throw organizationTaken(wanted.text());
      case NotRenamed.EDIT_CONFLICT, NotRenamed.UNSEEN -> throw changed(known.name());
      case FlawedNames flawed -> throw Names.fault(flawed);
      case NoAccess _ -> throw gone();
    };
  }

  Teams.View createTeam(String name, Organization home) {
    return switch (acts.createTeam().by(operator, home.id(), name)) {
      case CreateTeam.Created(var team) -> team;
      case CreateTeam.Refused.NAME_TAKEN ->
          throw new ConfigFault(
              "there is a team named " + name.strip() + " in " + home.name() + " already");
      case CreateTeam.Refused.ONLY_ONE_TEAM ->
          throw new ConfigFault(home.name() + " is a single-team organization and has its team");
      case FlawedNames flawed -> throw Names.fault(flawed);
      case NoAccess _ -> throw gone();
    };
  }

  Teams.View renameTeam(Team known, String name) {
    var wanted = NewName.after(known.name(), name);
    return switch (acts.renameTeam().by(operator, known.id().value(), wanted)) {
      case RenameTeam.Renamed(var renamed) -> renamed;
      case NotRenamed.NAME_TAKEN -> throw new ConfigFault("the name is in use already");
      case NotRenamed.EDIT_CONFLICT, NotRenamed.UNSEEN -> throw changed(known.name());
      case FlawedNames flawed -> throw Names.fault(flawed);
      case NoAccess _ -> throw gone();
    };
  }

  InvitePerson.Invited invitePerson(WantedPerson wanted, Organization home) {
    return switch (acts.invitePerson().by(operator, home.id(), wanted)) {
      case InvitePerson.Invited invited -> invited;
      case InvitePerson.Refused.EMAIL_TAKEN -> throw NewUserOption.taken(wanted.email());
      case InvitePerson.Refused.ROLE_ABOVE_OWN -> throw gone();
      case NoAccess _ -> throw gone();
      case FlawedPerson flawed -> throw Names.fault(flawed, "--email", wanted.email());
    };
  }

  User addPerson(WantedPerson wanted, Organization home, PasswordHash password) {
    return switch (account.addPerson().by(operator, home, wanted, password)) {
      case AddPerson.Added(var user) -> user;
      case AddPerson.Refused.EMAIL_TAKEN -> throw NewUserOption.taken(wanted.email());
      case AddPerson.Flawed(var why) -> throw Names.fault(why, "--email", wanted.email());
    };
  }

  CreatePasswordLink.Created createPasswordLink(ManagedUser known) {
    String email = known.user().email();
    return switch (acts.createPasswordLink().by(operator, known.user().id())) {
      case CreatePasswordLink.Created created -> created;
      case CreatePasswordLink.Refused.DISABLED ->
          throw new ConfigFault(
              email
                  + " is disabled. To let the user sign in again: latchkey user enable --email "
                  + email);
      case CreatePasswordLink.Refused.EDIT_CONFLICT -> throw changed(email);
      case NotManaged _ -> throw gone();
    };
  }

  ManagedUser changePerson(ManagedUser known, WantedPerson wanted) {
    String email = known.user().email();
    return switch (acts.changePerson().by(operator, known.user().id(), known.version(), wanted)) {
      case ChangePerson.Changed(var person) -> person;
      case ChangePerson.Refused.EDIT_CONFLICT -> throw changed(email);
      case ChangePerson.Refused.EMAIL_TAKEN -> throw NewUserOption.taken(wanted.email());
      case ChangePerson.Refused.LAST_SUPER_ADMINISTRATOR ->
          throw UserOption.lastSuperAdministrator(email);
      case FlawedPerson flawed -> throw Names.fault(flawed, "--new-email", wanted.email());
      case NotManaged _ -> throw gone();
    };
  }

  /** False if the person was disabled before. */
  boolean disablePerson(ManagedUser known) {
    String email = known.user().email();
    return switch (acts.disablePerson().by(operator, known.user().id(), known.version())) {
      case DisablePerson.Disabled _ -> true;
      case DisablePerson.Refused.DISABLED_BEFORE -> false;
      case DisablePerson.Refused.EDIT_CONFLICT -> throw changed(email);
      case DisablePerson.Refused.LAST_SUPER_ADMINISTRATOR ->
          throw UserOption.lastSuperAdministrator(email);
      case NotManaged _ -> throw gone();
    };
  }

  /** False if the person was enabled before. */
  boolean enablePerson(ManagedUser known) {
    return switch (acts.enablePerson().by(operator, known.user().id(), known.version())) {
      case EnablePerson.Enabled _ -> true;
      case EnablePerson.Refused.ENABLED_BEFORE -> false;
      case EnablePerson.Refused.EDIT_CONFLICT -> throw changed(known.user().email());
      case NotManaged _ -> throw gone();
    };
  }

  /** False if the person had none. */
  boolean removeSecondFactor(ManagedUser known) {
    return switch (acts.removeSecondFactor().by(operator, known.user().id())) {
      case RemoveSecondFactor.Removed _ -> true;
      case RemoveSecondFactor.Refused.NONE -> false;
      case RemoveSecondFactor.Refused.EDIT_CONFLICT -> throw changed(known.user().email());
      case NotManaged _ -> throw gone();
    };
  }

  /** False if it had ended before. */
  boolean endAccess(ManagedUser known, AccessRemoval.What what) {
    return switch (acts.endAccess().by(operator, known.user().id(), what)) {
      case EndAccess.Written.ENDED -> true;
      case EndAccess.Written.ENDED_BEFORE -> false;
      case EndAccess.Written.EDIT_CONFLICT -> throw changed(known.user().email());
      case NotManaged _ -> throw gone();
    };
  }

  private static ConfigFault organizationTaken(String name) {
    return new ConfigFault("there is an organization named " + name + " already");
  }

  public static ConfigFault changed(String name) {
    return new ConfigFault(name + " was changed at the same moment. Try again");
  }

  public static ConfigFault gone() {
    return new ConfigFault("it no longer exists");
  }
}

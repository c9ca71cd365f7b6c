package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Platform;
import dev.latchkey.credential.AddSecret;
import dev.latchkey.credential.AlreadySent;
import dev.latchkey.credential.ChangeCredential;
import dev.latchkey.credential.CreateOrganizationCredential;
import dev.latchkey.credential.CreatePersonalCredential;
import dev.latchkey.credential.CreationGuard;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.OfferCredential;
import dev.latchkey.credential.ReissueToken;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.model.Actor;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.ManagedUser;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.model.Secret;
import dev.latchkey.model.Team;
import dev.latchkey.model.User;
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
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.people.AccessRemoval;
import dev.latchkey.storage.credential.OrganizationTokens;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.Teams;
import java.util.Optional;

/** The acts of an operator. A refusal is one line of output. */
final class OperatorActs {
  private final DirectoryActs acts;
  private final CredentialActs credentialActs;
  private final Platform platform;
  private final StoreLookup lookup;
  private final Actor.Operator operator;

  OperatorActs(Installation installation) {
    var stores = installation.stores();
    this.acts = DirectoryActs.on(stores.users(), stores.signIn().factors(), installation.random());
    this.credentialActs = installation.credentialActs();
    this.lookup = new StoreLookup(stores);
    this.platform = installation.settings().platform();
    this.operator = installation.operator();
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

  Secret.Client addSecret(Id.Client client) {
    return switch (credentialActs.addSecret().by(operator, client, Optional.empty())) {
      case AddSecret.Added(var secret) -> secret;
      case AddSecret.Refused.LIMIT_REACHED, AddSecret.Refused.ALREADY_SENT ->
          throw new ConfigFault(
              client.value()
                  + " has two active secrets, or a new owner. To retire one:"
                  + " latchkey credential retire-secret --client-id "
                  + client.value()
                  + " --ending …");
      case AddSecret.Refused.NOT_FOUND -> throw gone();
    };
  }

  ReissueToken.Reissued reissueToken(
      Credential.Organizational known, OrganizationTokens.Overlap overlap) {
    return switch (credentialActs.reissueToken().by(operator, known, overlap, Optional.empty())) {
      case ReissueToken.Reissued reissued -> reissued;
      case ReissueToken.Refused.NOT_FOUND, ReissueToken.Refused.FACTOR_MISSING ->
          throw new ConfigFault(known.clientId().value() + " was deleted at the same moment");
      case AlreadySent _ -> throw gone();
    };
  }

  void retireSecret(Id.Client client, ClientSecrets.View secret) {
    switch (credentialActs.retireSecret().by(operator, client, secret.secretId())) {
      case RETIRED -> {}
      case LAST ->
          throw new ConfigFault(
              "it is the last active secret, so the app would have none. To issue another one"
                  + " first: latchkey credential rotate-secret --client-id "
                  + client.value());
      case NOT_ACTIVE, NOT_FOUND -> throw gone();
    }
  }

  CreatePersonalCredential.Created createPersonal(User owner, WantedCredential wanted) {
    return switch (credentialActs.createPersonal().by(operator, owner, wanted)) {
      case CreatePersonalCredential.Created created -> created;
      case FlawedCredential flawed -> throw CredentialFlaws.fault(flawed, platform.catalogue());
      case AlreadySent _ -> throw gone();
    };
  }

  CreateOrganizationCredential.Created createOrganizational(
      User owner, Organization home, WantedCredential wanted) {
    return switch (credentialActs.createOrganizational().by(operator, owner, home, wanted)) {
      case CreateOrganizationCredential.Created created -> created;
      case FlawedCredential flawed -> throw CredentialFlaws.fault(flawed, platform.catalogue());
      case CreationGuard.Refused.PLATFORM_TOO_OLD ->
          throw new ConfigFault(
              "organization credentials need platform version "
                  + PlatformVersion.ORGANIZATION_CREDENTIALS.text()
                  + " or later; platform_version is "
                  + platform.version().text());
      case CreationGuard.Refused.NOT_ENTITLED ->
          throw new ConfigFault(
              owner.email()
                  + " may not create organization credentials of "
                  + home.name()
                  + ": name an administrator of it");
      case CreationGuard.Refused.NO_TEAM ->
          throw new ConfigFault(
              home.name()
                  + " has no team yet. To create it: latchkey team create --organization …");
      case CreationGuard.Refused.FACTOR_MISSING -> throw gone();
      case AlreadySent _ -> throw gone();
    };
  }

  Credential changeCredential(Credential known, WantedCredential wanted) {
    return switch (credentialActs.change().by(operator, known, known.version(), wanted)) {
      case ChangeCredential.Changed(var changed) -> changed;
      case FlawedCredential flawed -> throw CredentialFlaws.fault(flawed, platform.catalogue());
      case ChangeCredential.Refused.EDIT_CONFLICT -> throw changed("the credential");
      case ChangeCredential.Refused.NOT_FOUND, ChangeCredential.Refused.NOT_OWNED -> throw gone();
    };
  }

  OfferCredential.Offered offer(Credential.Personal known, String email) {
    return switch (credentialActs.offer().by(operator, known.clientId(), email)) {
      case OfferCredential.Offered offered -> offered;
      case OfferCredential.Refused.NEW_OWNER_UNKNOWN ->
          throw new ConfigFault(
              email + " is not an active person of the organization " + lookup.home(known).name());
      case OfferCredential.Refused.OWNED_ALREADY ->
          throw new ConfigFault(email + " owns the credential already");
      case OfferCredential.Refused.OFFERED_BEFORE ->
          throw new ConfigFault(
              "the credential has been offered already, and the offer has not been answered");
      case OfferCredential.Refused.EDIT_CONFLICT -> throw changed("the credential or the person");
      case OfferCredential.Refused.NOT_FOUND, OfferCredential.Refused.NO_PERSON -> throw gone();
    };
  }

  /** False if the credential is not offered. */
  boolean withdrawOffer(Credential.Personal known) {
    return switch (credentialActs.withdrawOffer().by(operator, known.clientId())) {
      case WITHDRAWN -> true;
      case NOT_OFFERED -> false;
      case NOT_FOUND, NO_PERSON -> throw gone();
    };
  }

  void deleteCredential(Credential seen) {
    switch (credentialActs.delete().by(operator, seen)) {
      case DELETED -> {}
      case DELETED_BEFORE, NOT_FOUND, OWNER_CHANGED ->
          throw new ConfigFault(
              "the credential was deleted or has a new owner since the question. Look again");
    }
  }

  private static ConfigFault organizationTaken(String name) {
    return new ConfigFault("there is an organization named " + name + " already");
  }

  private static ConfigFault changed(String name) {
    return new ConfigFault(name + " was changed at the same moment. Try again");
  }

  private static ConfigFault gone() {
    return new ConfigFault("it no longer exists");
  }
}

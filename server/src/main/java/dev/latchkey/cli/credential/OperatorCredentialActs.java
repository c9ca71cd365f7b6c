package dev.latchkey.cli.credential;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.Platform;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.people.OperatorActs;
import dev.latchkey.credential.AddSecret;
import dev.latchkey.credential.AlreadySent;
import dev.latchkey.credential.ChangeCredential;
import dev.latchkey.credential.ChangeLogo;
import dev.latchkey.credential.CreateOrganizationCredential;
import dev.latchkey.credential.CreatePersonalCredential;
import dev.latchkey.credential.CreationGuard;
import dev.latchkey.credential.CredentialActs;
import dev.latchkey.credential.FlawedCredential;
import dev.latchkey.credential.OfferCredential;
import dev.latchkey.credential.ReissueToken;
import dev.latchkey.credential.WantedCredential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Secret;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PlatformVersion;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.ClientSecrets;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.util.Optional;

/** The acts of an operator on credentials. A refusal is one line of output. */
final class OperatorCredentialActs {
  private final CredentialActs acts;
  private final Platform platform;
  private final StoreLookup lookup;
  private final Actor.Operator operator;

  OperatorCredentialActs(Installation installation) {
    this.acts = installation.credentialActs();
    this.platform = installation.settings().platform();
    this.lookup = new StoreLookup(installation.stores());
    this.operator = installation.operator();
  }

  Secret.Client addSecret(Id.Client client) {
    return switch (acts.addSecret().by(operator, client, Optional.empty())) {
      case AddSecret.Added(var secret) -> secret;
      case AddSecret.Refused.LIMIT_REACHED, AddSecret.Refused.ALREADY_SENT ->
          throw new ConfigFault(
              client.value()
                  + " has two active secrets, or a new owner. To retire one:"
                  + " latchkey credential retire-secret --client-id "
                  + client.value()
                  + " --ending …");
      case AddSecret.Refused.NOT_FOUND -> throw OperatorActs.gone();
    };
  }

  ReissueToken.Reissued reissueToken(
      Credential.Organizational known, OrganizationTokens.Overlap overlap) {
    return switch (acts.reissueToken().by(operator, known, overlap, Optional.empty())) {
      case ReissueToken.Reissued reissued -> reissued;
      case ReissueToken.Refused.NOT_FOUND, ReissueToken.Refused.FACTOR_MISSING ->
          throw new ConfigFault(known.clientId().value() + " was deleted at the same moment");
      case AlreadySent _ -> throw OperatorActs.gone();
    };
  }

  void retireSecret(Id.Client client, ClientSecrets.View secret) {
    switch (acts.retireSecret().by(operator, client, secret.secretId())) {
      case RETIRED -> {}
      case LAST ->
          throw new ConfigFault(
              "it is the last active secret, so the app would have none. To issue another one"
                  + " first: latchkey credential rotate-secret --client-id "
                  + client.value());
      case NOT_ACTIVE, NOT_FOUND -> throw OperatorActs.gone();
    }
  }

  CreatePersonalCredential.Created createPersonal(User owner, WantedCredential wanted) {
    return switch (acts.createPersonal().by(operator, owner, wanted)) {
      case CreatePersonalCredential.Created created -> created;
      case FlawedCredential flawed -> throw CredentialFlaws.fault(flawed, platform.catalogue());
      case AlreadySent _ -> throw OperatorActs.gone();
    };
  }

  CreateOrganizationCredential.Created createOrganizational(
      User owner, Organization home, WantedCredential wanted) {
    return switch (acts.createOrganizational().by(operator, owner, home, wanted)) {
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
      case CreationGuard.Refused.FACTOR_MISSING -> throw OperatorActs.gone();
      case AlreadySent _ -> throw OperatorActs.gone();
    };
  }

  Credential changeCredential(Credential known, WantedCredential wanted) {
    return switch (acts.change().by(operator, known, known.version(), wanted)) {
      case ChangeCredential.Changed(var changed) -> changed;
      case FlawedCredential flawed -> throw CredentialFlaws.fault(flawed, platform.catalogue());
      case ChangeCredential.Refused.EDIT_CONFLICT -> throw OperatorActs.changed("the credential");
      case ChangeCredential.Refused.NOT_FOUND, ChangeCredential.Refused.NOT_OWNED ->
          throw OperatorActs.gone();
    };
  }

  /** {@code image}: the new logo; empty removes it. */
  Credential changeLogo(Credential known, Optional<byte[]> image) {
    return switch (acts.changeLogo().by(operator, known, image)) {
      case ChangeLogo.Changed(var changed) -> changed;
      case ChangeLogo.Flawed(var flaw) -> throw CredentialFlaws.fault(flaw);
      case ChangeLogo.Refused _ -> throw OperatorActs.changed("the credential");
    };
  }

  OfferCredential.Offered offer(Credential.Personal known, String email) {
    return switch (acts.offer().by(operator, known.clientId(), email)) {
      case OfferCredential.Offered offered -> offered;
      case OfferCredential.Refused.NEW_OWNER_UNKNOWN ->
          throw new ConfigFault(
              email + " is not an active person of the organization " + lookup.home(known).name());
      case OfferCredential.Refused.OWNED_ALREADY ->
          throw new ConfigFault(email + " owns the credential already");
      case OfferCredential.Refused.OFFERED_BEFORE ->
          throw new ConfigFault(
              "the credential has been offered already, and the offer has not been answered");
      case OfferCredential.Refused.EDIT_CONFLICT ->
          throw OperatorActs.changed("the credential or the person");
      case OfferCredential.Refused.NOT_FOUND, OfferCredential.Refused.NO_PERSON ->
          throw OperatorActs.gone();
    };
  }

  /** False if the credential is not offered. */
  boolean withdrawOffer(Credential.Personal known) {
    return switch (acts.withdrawOffer().by(operator, known.clientId())) {
      case WITHDRAWN -> true;
      case NOT_OFFERED -> false;
      case NOT_FOUND, NO_PERSON -> throw OperatorActs.gone();
    };
  }

  void deleteCredential(Credential seen) {
    switch (acts.delete().by(operator, seen)) {
      case DELETED -> {}
      case DELETED_BEFORE, NOT_FOUND, OWNER_CHANGED ->
          throw new ConfigFault(
              "the credential was deleted or has a new owner since the question. Look again");
    }
  }
}

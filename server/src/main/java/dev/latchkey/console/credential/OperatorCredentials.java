package dev.latchkey.console.credential;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.model.Catalogue;
import dev.latchkey.model.Credential;
import dev.latchkey.model.Id;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PlatformVersion;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Rights;
import dev.latchkey.model.Secret;
import dev.latchkey.model.TokenLife;
import dev.latchkey.model.User;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.people.Users;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Creates credentials for an operator on the server, who is not a person of the store. The rules
 * are those of the pages, applied to the person who is to own the credential.
 */
public final class OperatorCredentials {
  private final Credentials credentials;
  private final Users users;
  private final Catalogue catalogue;
  private final PlatformVersion version;
  private final NewSecrets secrets;

  public OperatorCredentials(
      Credentials credentials,
      Users users,
      Catalogue catalogue,
      PlatformVersion version,
      RandomGenerator random) {
    this.credentials = credentials;
    this.users = users;
    this.catalogue = catalogue;
    this.version = version;
    this.secrets = new NewSecrets(random);
  }

  /** The new credential, or why none was created. */
  public sealed interface Created {
    record WithSecret(Credential.Personal credential, Secret.Client secret) implements Created {}

    record WithToken(
        Credential.Organizational credential, Secret.Organization token, TokenLife life)
        implements Created {}

    record Flawed(FormErrors errors) implements Created {}

    /** The owner may not have this option, because of the role. */
    record OptionNotForOwner(Credential.Option option) implements Created {}

    /** The person may not create organization credentials in the organization. */
    record NotEntitled() implements Created {}

    /** Organization credentials need a later version of the platform (contract 9.2). */
    record PlatformTooOld() implements Created {}

    /** A single-team organization has no team yet, so a token would give access to nothing. */
    record NoTeam() implements Created {}
  }

  public Created createPersonal(EnteredCredential entered, User owner, RequestMoment now) {
    Optional<Credential.Option> refused =
        entered.options().stream().filter(option -> !option.isFor(owner.role())).findAny();
    if (refused.isPresent()) {
      return new Created.OptionNotForOwner(refused.get());
    }
    return switch (CredentialDraft.personal(entered, catalogue.names())) {
      case CredentialDraft.Flawed(FormErrors errors) -> new Created.Flawed(errors);
      case CredentialDraft.Sound sound -> {
        var credential =
            new Credential.Personal(
                secrets.clientId(),
                sound.name(),
                owner.organization(),
                owner.id(),
                sound.scope(),
                sound.redirectUris(),
                sound.options(),
                sound.networks(),
                now.at(),
                1);
        Secret.Client secret = secrets.clientSecret();
        credentials.create(credential, secret, now);
        yield new Created.WithSecret(credential, secret);
      }
    };
  }

  /** {@code owner}: an administrator of the organization, who answers for the credential. */
  public Created createOrganizational(
      EnteredCredential entered, Organization home, User owner, RequestMoment now) {
    if (!version.isAtLeast(PlatformVersion.ORGANIZATION_CREDENTIALS)) {
      return new Created.PlatformTooOld();
    }
    if (!Rights.allow(owner, Rights.Act.CREATE_ORGANIZATION_CREDENTIAL, home)) {
      return new Created.NotEntitled();
    }
    Optional<CreationGuard.Target> target = CreationGuard.target(home, owner, users);
    if (target.isEmpty()) {
      return new Created.NoTeam();
    }
    return switch (CredentialDraft.organizational(entered, catalogue.names())) {
      case CredentialDraft.Flawed(FormErrors errors) -> new Created.Flawed(errors);
      case CredentialDraft.Sound sound -> create(sound, target.get(), owner.id(), now);
    };
  }

  private Created create(
      CredentialDraft.Sound sound, CreationGuard.Target target, Id.User owner, RequestMoment now) {
    var credential =
        new Credential.Organizational(
            secrets.clientId(),
            sound.name(),
            target.organization().id(),
            owner,
            sound.scope(),
            secrets.virtualAdministrator(),
            target.reach(),
            sound.networks(),
            now.at(),
            1);
    Secret.Organization token = secrets.organizationToken();
    credentials.create(credential, token, now);
    return new Created.WithToken(credential, token, credentials.lifeOfToken(now));
  }
}

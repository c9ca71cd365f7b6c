package dev.latchkey.api.view;

import static java.util.function.Predicate.not;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.AppProfile;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.Logo;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.query.BoundedCount;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A credential, without its secrets. */
public record CredentialView(
    Id.Client clientId,
    String name,
    CredentialLists.Search.Type type,
    Id.Organization orgId,
    Id.User ownerId,
    Scopes scope,
    List<String> networks,
    Optional<String> description,
    Optional<String> homepage,
    Optional<String> privacy,
    Optional<String> logo,
    Instant createdAt,
    Optional<List<String>> redirectUris,
    Optional<List<Credential.Option>> options,
    Optional<Id.VirtualAdministrator> sub,
    Optional<Id.Team> teamId) {
  /** A credential in a list. */
  public record Listed(
      @Flattened CredentialView credential,
      CredentialLists.Search.State state,
      BoundedCount tokens,
      Optional<Instant> lastUsedAt) {
    public static Listed of(CredentialLists.Listed listed) {
      return new Listed(
          CredentialView.of(listed.credential()),
          listed.state(),
          listed.tokens(),
          listed.lastUse());
    }
  }

  public static CredentialView of(Credential credential) {
    Optional<Credential.Personal> personal = as(Credential.Personal.class, credential);
    Optional<Credential.Organizational> machine = as(Credential.Organizational.class, credential);
    return new CredentialView(
        credential.clientId(),
        credential.name(),
        type(credential),
        credential.organization(),
        credential.owner(),
        credential.scope(),
        credential.networks().texts().toList(),
        given(credential, AppProfile.Text.DESCRIPTION),
        given(credential, AppProfile.Text.HOMEPAGE),
        given(credential, AppProfile.Text.PRIVACY),
        credential.profile().logo().map(Logo::path),
        credential.createdAt(),
        personal.map(own -> own.redirectUris().stream().map(RedirectUri::text).toList()),
        personal.map(
            own -> own.options().stream().sorted(Comparator.comparing(Enum::name)).toList()),
        machine.map(Credential.Organizational::subject),
        machine.flatMap(own -> own.reach().team()));
  }

  private static Optional<String> given(Credential credential, AppProfile.Text which) {
    return Optional.of(credential.profile().text(which)).filter(not(String::isEmpty));
  }

  private static <C extends Credential> Optional<C> as(Class<C> type, Credential credential) {
    return Optional.of(credential).filter(type::isInstance).map(type::cast);
  }

  private static CredentialLists.Search.Type type(Credential credential) {
    return switch (credential) {
      case Credential.Personal _ -> CredentialLists.Search.Type.PERSONAL;
      case Credential.Organizational _ -> CredentialLists.Search.Type.ORGANIZATION;
    };
  }
}

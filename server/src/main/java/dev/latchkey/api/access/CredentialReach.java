package dev.latchkey.api.access;

import dev.latchkey.api.view.TokenView;
import dev.latchkey.model.Id;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.credential.CredentialAccess;
import dev.latchkey.storage.credential.CredentialLists;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a credential can reach, for whom, and who can see and manage it. {@code moreConsents} and
 * {@code moreTokens}: how many are not listed.
 */
public record CredentialReach(
    Id.Client clientId,
    String name,
    CredentialLists.Search.Type type,
    CredentialLists.Search.State state,
    Id.Organization orgId,
    Scopes scope,
    Optional<Instant> lastUsedAt,
    List<Person> people,
    List<Consent> consents,
    int moreConsents,
    List<TokenView> tokens,
    int moreTokens,
    List<PersonReach.Opened> routes) {
  /** A person who has rights to the credential, and which. */
  public record Person(
      Id.User userId,
      String name,
      String email,
      User.Role role,
      boolean isOwner,
      List<Rights.Act> rights) {}

  /** A person who has allowed the app to act. */
  public record Consent(
      Id.User userId,
      String name,
      String email,
      String organization,
      String team,
      Scopes scope,
      Instant consentedAt,
      Optional<Instant> lastUsedAt) {
    static Consent of(CredentialAccess.Listed listed) {
      return new Consent(
          listed.person().id(),
          listed.person().name(),
          listed.person().email(),
          listed.person().organization(),
          listed.team(),
          listed.scope(),
          listed.consentedAt(),
          listed.lastUsedAt());
    }
  }
}

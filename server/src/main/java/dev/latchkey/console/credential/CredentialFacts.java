package dev.latchkey.console.credential;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.credential.Credentials;
import dev.latchkey.storage.credential.Outstanding;
import dev.latchkey.storage.operation.Usage;
import dev.latchkey.storage.people.UserAdministration;
import dev.latchkey.storage.query.BoundedCount;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known about each of a few chosen credentials. */
public record CredentialFacts(
    Credentials credentials, UserAdministration administration, Usage usage) {
  /**
   * A credential with its owner, or with the person who created it if it is an organization
   * credential.
   */
  public record Facts(
      Credential credential,
      ManagedUser owner,
      Outstanding outstanding,
      Optional<Instant> lastUse) {

    public CredentialLists.Search.Type type() {
      return switch (credential) {
        case Credential.Personal _ -> CredentialLists.Search.Type.PERSONAL;
        case Credential.Organizational _ -> CredentialLists.Search.Type.ORGANIZATION;
      };
    }

    public CredentialLists.Search.State state() {
      return switch (credential) {
        case Credential.Personal _ ->
            owner.state() == ManagedUser.State.DISABLED
                ? CredentialLists.Search.State.OWNER_DISABLED
                : CredentialLists.Search.State.LIVE;
        case Credential.Organizational _ ->
            tokens().shown() == 0
                ? CredentialLists.Search.State.NO_TOKEN
                : CredentialLists.Search.State.LIVE;
      };
    }

    public BoundedCount tokens() {
      return outstanding.tokens();
    }
  }

  List<Facts> of(List<Credential> chosen, RequestMoment now) {
    Map<Id.Client, RequestMoment> uses =
        usage.lastUses(chosen.stream().map(Credential::clientId).toList());
    return chosen.stream()
        .map(each ->
            new Facts(
                each,
                administration.find(each.owner()).orElseThrow(),
                credentials.outstanding(each, now),
                Optional.ofNullable(uses.get(each.clientId())).map(RequestMoment::at)))
        .toList();
  }
}

package dev.latchkey.protocol.authorize;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.publicclient.PublicClients;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decides whether a person may use an app that has no credential: first by what the operator and
 * the organization allow, and only then is its document fetched.
 */
public record PublicClientGuard(
    PublicClientRules rules,
    CredentialStores stores,
    Descriptions descriptions,
    RandomGenerator random) {
  /** Where an app describes itself. */
  public record Descriptions(ClientDocuments documents, RegisteredClients registered) {}

  sealed interface Outcome {
    record LetIn(RequestingClient client) implements Outcome {}

    /** The app is in the list of the administrators, who have not decided yet. */
    record Waits() implements Outcome {}

    /** {@code message} says why, on a page. */
    record Refused(String message) implements Outcome {}
  }

  /** Whether the operator lets organizations use apps of this kind. */
  boolean isOffered(PublicClientId id) {
    return id.host().isPresent() ? rules.documents() : rules.registration();
  }

  Outcome admit(PublicClientId id, User user, RequestMoment now) {
    ClientPolicy policy = stores.clientPolicies().of(user.organization());
    if (!isOffered(id) || !policy.admits(id.host())) {
      return new Outcome.Refused("authorize.client-not-allowed");
    }
    if (id.host().isEmpty()) {
      return descriptions
          .registered
          .find(id)
          .map(app -> admit(app, policy, user, now))
          .orElse(new Outcome.Refused("authorize.client-unknown"));
    }
    return switch (descriptions.documents.find(id, user, now.at())) {
      case ClientDocuments.Found.Described(PublicClient app) -> admit(app, policy, user, now);
      case ClientDocuments.Found.Failed why ->
          new Outcome.Refused(
              switch (why) {
                case NOT_DESCRIBED -> "authorize.client-unknown";
                case TOO_MANY -> "authorize.client-later";
              });
    };
  }

  private Outcome admit(PublicClient app, ClientPolicy policy, User user, RequestMoment now) {
    return switch (stores.publicClients().admit(app, user, Id.CLIENT.draw(random), now)) {
      case PublicClients.Admission.Admitted(Credential.Personal credential) ->
          current(credential, app, user.organization(), now)
              .<Outcome>map(current -> letIn(current, app, policy))
              .orElse(new Outcome.Refused("authorize.client-unknown"));
      case PublicClients.Admission.Refused why ->
          switch (why) {
            case WAITING -> new Outcome.Waits();
            case NOT_ALLOWED -> new Outcome.Refused("authorize.client-not-allowed");
            case DENIED -> new Outcome.Refused("authorize.client-denied");
            case TOO_MANY -> new Outcome.Refused("authorize.client-too-many");
          };
    };
  }

  private static Outcome.LetIn letIn(
      Credential.Personal credential, PublicClient app, ClientPolicy policy) {
    var origin = new RequestingClient.LetIn(app.host(), policy.longest());
    return new Outcome.LetIn(new RequestingClient(credential, Optional.of(origin)));
  }

  /**
   * The credential with the redirect URIs and links of the app as they are now. A change is stored,
   * so that the consent page and the audit log tell of it, and the version is that of the change.
   * Empty if the credential was deleted at this moment.
   */
  private Optional<Credential.Personal> current(
      Credential.Personal known, PublicClient app, Id.Organization where, RequestMoment now) {
    Credential.Personal described = known.as(app.redirectUris(), app.over(known.profile()));
    if (described.equals(known)) {
      return Optional.of(known);
    }
    stores.credentials().change(described, known.owner(), now);
    return stores.publicClientCredentials().admitted(app, where);
  }
}

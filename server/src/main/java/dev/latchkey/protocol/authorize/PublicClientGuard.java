package dev.latchkey.protocol.authorize;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.PublicClientId;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.publicclient.PublicClients;
import java.time.Duration;
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

    /** The app is known, as far as its document may be read, but the person may not use it now. */
    record Stopped(KnownApp app, Why why) implements Outcome {}

    /** {@code message} says why, on a page. */
    record Refused(String message) implements Outcome {}
  }

  /** Why a person may not use an app. */
  public enum Why {
    /** The organization lets in no such apps, or none from this host. */
    POLICY,
    /** An administrator decides about it, if the person asks. */
    UNASKED,
    WAITING,
    DENIED,
    /** The app asks for scopes that the organization has not allowed it. */
    SCOPE
  }

  /** {@code described} is empty if the document of the app may not be fetched. */
  public record KnownApp(PublicClientId id, Optional<PublicClient> described) {
    /** The name that the app gives itself, or else where it is published. */
    public String name() {
      return described.map(PublicClient::name).or(id::host).orElse("");
    }
  }

  /** Whether the operator lets organizations use apps of this kind. */
  boolean isOffered(PublicClientId id) {
    return id.host().isPresent() ? rules.documents() : rules.registration();
  }

  Outcome admit(PublicClientId id, User user, RequestMoment now) {
    if (!isOffered(id)) {
      return new Outcome.Refused("authorize.client-not-allowed");
    }
    ClientPolicy policy = stores.clientPolicies().of(user.organization());
    Optional<PublicClient> registered =
        id.host().isEmpty() ? descriptions.registered.find(id) : Optional.empty();
    if (id.host().isEmpty() && registered.isEmpty()) {
      return new Outcome.Refused("authorize.client-unknown");
    }
    if (!policy.admits(id.host())) {
      return new Outcome.Stopped(new KnownApp(id, registered), Why.POLICY);
    }
    if (registered.isPresent()) {
      return admit(id, registered.get(), policy, user, now);
    }
    return switch (descriptions.documents.find(id, user, now.at())) {
      case ClientDocuments.Found.Described(PublicClient app) -> admit(id, app, policy, user, now);
      case ClientDocuments.Found.Failed why ->
          new Outcome.Refused(
              switch (why) {
                case NOT_DESCRIBED -> "authorize.client-unknown";
                case TOO_MANY -> "authorize.client-later";
              });
    };
  }

  private Outcome admit(
      PublicClientId id, PublicClient app, ClientPolicy policy, User user, RequestMoment now) {
    var known = new KnownApp(id, Optional.of(app));
    return switch (stores.publicClients().admit(app, user, Id.CLIENT.draw(random), now)) {
      case PublicClients.Admission.Admitted admitted ->
          current(admitted, app, user.organization(), now)
              .<Outcome>map(current -> letIn(current, app, policy))
              .orElse(new Outcome.Refused("authorize.client-unknown"));
      case PublicClients.Admission.Refused why ->
          switch (why) {
            case NOT_ALLOWED -> new Outcome.Stopped(known, Why.POLICY);
            case UNASKED -> new Outcome.Stopped(known, Why.UNASKED);
            case WAITING -> new Outcome.Stopped(known, Why.WAITING);
            case DENIED -> new Outcome.Stopped(known, Why.DENIED);
            case TOO_MANY -> new Outcome.Refused("authorize.client-too-many");
          };
    };
  }

  private static Outcome.LetIn letIn(
      PublicClients.Admission.Admitted admitted, PublicClient app, ClientPolicy policy) {
    int days = admitted.days().map(own -> Math.min(own, policy.days())).orElse(policy.days());
    var origin = new RequestingClient.LetIn(app.host(), Duration.ofDays(days));
    return new Outcome.LetIn(new RequestingClient(admitted.credential(), Optional.of(origin)));
  }

  /**
   * The client that the app would be if it were let in with these scopes, so that its request can
   * be checked and the browser sent back to it.
   */
  RequestingClient ifLetIn(PublicClient app, Scopes scope, User user, RequestMoment now) {
    var owner = new PublicClients.Owner(user.organization(), user.id());
    Credential.Personal credential =
        PublicClients.credential(app, owner, Id.CLIENT.draw(random), scope, now.at());
    var origin = new RequestingClient.LetIn(app.host(), Duration.ofDays(1));
    return new RequestingClient(credential, Optional.of(origin));
  }

  /**
   * The credential with the redirect URIs and links of the app as they are now. A change is stored,
   * so that the consent page and the audit log tell of it, and the version is that of the change.
   * Empty if the credential was deleted at this moment.
   */
  private Optional<PublicClients.Admission.Admitted> current(
      PublicClients.Admission.Admitted admitted,
      PublicClient app,
      Id.Organization where,
      RequestMoment now) {
    Credential.Personal known = admitted.credential();
    Credential.Personal described = known.as(app.redirectUris(), app.over(known.profile()));
    if (described.equals(known)) {
      return Optional.of(admitted);
    }
    stores.credentials().change(described, known.owner(), now);
    return stores.publicClientCredentials().admitted(app, where);
  }
}

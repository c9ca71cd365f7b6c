package dev.latchkey.people.policy;

import dev.latchkey.model.credential.Catalogue;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.CredentialStores;
import java.util.random.RandomGenerator;

/** The acts about apps without a credential. */
public record PublicClientActs(
    ChangeClientPolicy changePolicy, RequestPublicClient request, DecideOnPublicClient decide) {
  public static PublicClientActs on(
      CredentialStores stores,
      OrganizationGuard guard,
      Catalogue catalogue,
      RandomGenerator random) {
    return new PublicClientActs(
        new ChangeClientPolicy(guard, stores.clientPolicies(), catalogue),
        new RequestPublicClient(stores.clientRequests(), catalogue),
        new DecideOnPublicClient(
            guard, stores.clientPolicies(), stores.publicClientReview(), random));
  }
}

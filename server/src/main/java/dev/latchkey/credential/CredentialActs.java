package dev.latchkey.credential;

import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.people.Users;
import java.util.random.RandomGenerator;

/** The acts on credentials, with the guard that their pages and calls use too. */
public record CredentialActs(
    CredentialGuard guard,
    AddSecret addSecret,
    RetireSecret retireSecret,
    DeleteCredential deleteCredential) {
  public static CredentialActs on(CredentialStores stores, Users users, RandomGenerator random) {
    var guard = new CredentialGuard(stores.credentials(), users);
    return new CredentialActs(
        guard,
        new AddSecret(guard, stores.secrets(), random),
        new RetireSecret(guard, stores.secrets()),
        new DeleteCredential(guard, stores.credentials()));
  }
}

package dev.latchkey.harness;

import dev.latchkey.model.Id;
import dev.latchkey.model.credential.ClientPolicy;
import dev.latchkey.model.credential.PublicClient;
import dev.latchkey.model.credential.RedirectUri;
import dev.latchkey.model.credential.Scopes;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.publicclient.ClientRequests;
import java.util.List;
import java.util.Optional;

/** An app without a credential that waits for the decision of an administrator. */
public final class WaitingApp {
  private WaitingApp() {}

  public static String key(String name) {
    return "https://apps.example/" + name;
  }

  /** {@code by} sets a policy that asks, and {@code asker} asks. Returns the key of the app. */
  public static String of(Latchkey latchkey, String name, Id.User by, User asker) {
    var stores = latchkey.stores().credentials();
    Id.Organization home = asker.organization();
    int version = stores.clientPolicies().of(home).version();
    var policy =
        new ClientPolicy(
            ClientPolicy.Rule.ASK,
            List.of(),
            Scopes.parse("read:issue:info,write:issue:info"),
            30,
            version);
    stores.clientPolicies().change(home, policy, by, latchkey.now());
    String key = key(name);
    var app =
        new PublicClient(
            key,
            Optional.of("apps.example"),
            name,
            List.of(new RedirectUri("https://app.example/callback")));
    var wanted = new ClientRequests.Wanted(app, "To plan", Scopes.NONE);
    stores.clientRequests().ask(wanted, asker, latchkey.now());
    return key;
  }
}

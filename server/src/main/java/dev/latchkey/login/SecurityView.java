package dev.latchkey.login;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.login.provider.IdentityProvider;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.person.SecondFactor;
import dev.latchkey.storage.people.UserAccount;
import java.util.List;
import java.util.Optional;

/**
 * The data of the page: the sessions, which of them is the current one, the second factor and the
 * links. {@code passkeyOptions}: with which the page asks for a passkey before the second factor is
 * changed.
 */
public record SecurityView(
    List<UserAccount.OpenSession> sessions,
    SecretHash here,
    SecondFactor factor,
    Optional<String> passkeyOptions,
    boolean offersPasskeys,
    List<Link> links,
    FormErrors errors) {

  /** A provider, and whether this person has linked an account with it. */
  public record Link(IdentityProvider provider, boolean linked) {}
}

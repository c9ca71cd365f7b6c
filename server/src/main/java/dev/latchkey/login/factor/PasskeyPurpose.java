package dev.latchkey.login.factor;

import dev.latchkey.model.Secret;

/**
 * What a passkey is asked for. A challenge for one purpose, or for one browser, is not accepted for
 * another.
 *
 * @param replacesPassword whether the authenticator must have checked the person itself, for
 *     example by a fingerprint
 */
public record PasskeyPurpose(String text, boolean replacesPassword) {
  public static PasskeyPurpose signIn(Secret.Browser browser) {
    return new PasskeyPurpose("sign-in in " + browser.hash().text(), true);
  }

  public static PasskeyPurpose secondStep(Secret.PendingSignIn pending) {
    return new PasskeyPurpose("second step of " + pending.hash().text(), false);
  }

  public static PasskeyPurpose adding(Secret.Session session) {
    return new PasskeyPurpose("adding in " + session.hash().text(), false);
  }

  /** To confirm, in place of the password, who is at the browser. */
  public static PasskeyPurpose again(Secret.Session session) {
    return new PasskeyPurpose("again in " + session.hash().text(), true);
  }

  /** To change the second factor. */
  public static PasskeyPurpose change(Secret.Session session) {
    return new PasskeyPurpose("change in " + session.hash().text(), false);
  }
}

package dev.latchkey.edge.http;

/**
 * What a request to a page may do. Every route of a page for signed-in people says it where it is
 * created, so no form can be added without this decision.
 */
public enum Effect {
  /** The page only shows something. */
  READ("GET"),
  /** The page has the form for a change, and is for those who may make the change. */
  ASK("GET"),
  /** The form needs a session, however old its sign-in is. */
  CHANGE("POST"),
  /**
   * The form needs a recent sign-in (rule 6.5). The store refuses every write of such a request if
   * the sign-in is too old. So the act itself is guarded, even if its handler forgets to ask for
   * the password.
   */
  SENSITIVE("POST");

  private final String method;

  Effect(String method) {
    this.method = method;
  }

  /** The effect of a page that needs no sign-in. */
  static Effect withoutSignIn(String method) {
    return method.equals("POST") ? CHANGE : READ;
  }

  public String method() {
    return method;
  }
}

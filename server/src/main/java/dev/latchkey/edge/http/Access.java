package dev.latchkey.edge.http;

/**
 * Who may call a route, as far as the route alone can decide. The access is enforced before the
 * handler runs. What depends on a row, such as the owner of a credential, is checked by the
 * feature.
 */
public sealed interface Access {
  enum General implements Access {
    OPEN,
    /** A credential authenticates with its secret or with a refresh token: {@link ClientGuard}. */
    CLIENT,
    /** The call presents a token, which may be valid or not: {@link BearerGuard}. */
    BEARER,
    SIGNED_IN
  }

  /** A signed-in person whose role gives access to this section of the web application. */
  non-sealed interface ForRole extends Access {}
}

package dev.latchkey.http;

/**
 * Who may call a route, as far as the route alone decides: it is enforced before the handler runs.
 * What depends on a row, such as the owner of a credential, is guarded by the feature.
 */
public sealed interface Access {
    enum General implements Access {
        OPEN,
        /**
         * A credential proves itself, with its secret or with a refresh token: {@link ClientGuard}.
         */
        CLIENT,
        /** The call brings a token, whatever it turns out to be worth: {@link BearerGuard}. */
        BEARER,
        SIGNED_IN
    }

    /** A signed-in person whose role opens this section of the web application. */
    non-sealed interface ForRole extends Access {}
}

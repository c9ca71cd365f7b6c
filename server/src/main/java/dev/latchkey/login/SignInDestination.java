package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.page.Visitor;
import java.util.Optional;

/** Finds the app to which a sign-in may lead, if it is not the web application itself. */
@FunctionalInterface
public interface SignInDestination {
    /** The origin to which a request for consent that waits may lead after sign-in. */
    Optional<String> origin(Request request, Visitor visitor);
}

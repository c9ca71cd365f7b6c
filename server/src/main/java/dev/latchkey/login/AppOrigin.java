package dev.latchkey.login;

import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Request;
import java.util.Optional;

/** Finds the app to which a sign-in may lead, if it does not lead to the web application itself. */
@FunctionalInterface
public interface AppOrigin {
  /** The origin to which a waiting authorization request may lead after sign-in. */
  Optional<String> find(Request request, Visitor visitor);
}

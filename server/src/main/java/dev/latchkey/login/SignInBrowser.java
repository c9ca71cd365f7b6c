package dev.latchkey.login;

import dev.latchkey.console.page.Visitor;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.Secret;
import dev.latchkey.model.person.Device;
import dev.latchkey.storage.people.Sessions;
import java.util.Optional;

/** The browser in which a person signs in: the session that it had before, and what it is. */
record SignInBrowser(Optional<Secret.Session> before, Device device) {
  static SignInBrowser of(Request request, Visitor visitor) {
    String userAgent = request.headers().only("User-Agent").orElse("");
    return new SignInBrowser(visitor.key(), Device.of(userAgent));
  }

  Sessions.NewSession session(Secret.Session key) {
    return new Sessions.NewSession(key, before, device);
  }
}

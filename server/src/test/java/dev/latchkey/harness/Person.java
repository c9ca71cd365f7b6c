package dev.latchkey.harness;

import dev.latchkey.model.person.User;

/** A user together with the password, which the server does not know. */
public record Person(User user, String password) {
  public String id() {
    return user.id().value();
  }

  public String email() {
    return user.email();
  }

  public String team() {
    return user.teams().getFirst().team().id().value();
  }
}

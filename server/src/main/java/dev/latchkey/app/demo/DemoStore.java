package dev.latchkey.app.demo;

import dev.latchkey.login.password.Passwords;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.time.ClockAndRandom;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.GrantStores;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.people.Directory;
import java.util.random.RandomGenerator;

/**
 * The stores that the demo fills with sample data, and the clock and the random generator from
 * which it creates the data.
 */
public record DemoStore(
    Directory directory,
    CredentialStores credentials,
    GrantStores grants,
    Passwords passwords,
    ClockAndRandom clockAndRandom) {
  public static DemoStore on(Stores stores, Passwords passwords, ClockAndRandom clockAndRandom) {
    return new DemoStore(
        stores.users().directory(),
        stores.credentials(),
        stores.grants(),
        passwords,
        clockAndRandom);
  }

  /** The same stores at another time. */
  DemoStore at(ClockAndRandom other) {
    return new DemoStore(directory, credentials, grants, passwords, other);
  }

  RandomGenerator random() {
    return clockAndRandom.random();
  }

  RequestMoment now() {
    return clockAndRandom.now();
  }
}

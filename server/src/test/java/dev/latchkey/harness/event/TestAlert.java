package dev.latchkey.harness.event;

import dev.latchkey.harness.Latchkey;
import dev.latchkey.model.Id;
import dev.latchkey.model.alert.Alert;
import dev.latchkey.model.alert.AlertFact;
import dev.latchkey.model.alert.AlertKind;
import dev.latchkey.storage.alert.AlertList;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An open alert, for tests that only need one to be there. */
public final class TestAlert {
  private TestAlert() {}

  /** One of an organization, or of the platform. */
  public static Id.Alert of(Latchkey latchkey, Optional<Id.Organization> where) {
    return openOf(latchkey, where).orElseGet(() -> another(latchkey, where));
  }

  private static Optional<Id.Alert> openOf(Latchkey latchkey, Optional<Id.Organization> where) {
    var search =
        new AlertList.Search(
            where, Optional.of(Alert.State.OPEN), Optional.empty(), Optional.empty(), 500);
    return latchkey.stores().operation().alerts().find(search).stream()
        .filter(alert -> alert.organization().equals(where))
        .map(Alert::id)
        .findFirst();
  }

  private static Id.Alert another(Latchkey latchkey, Optional<Id.Organization> where) {
    String subject = Id.ALERT.draw(latchkey.installation().random()).value();
    return open(latchkey, where, new Alert.About(subject, Optional.empty(), "Release board"));
  }

  /** One about a credential. */
  public static Id.Alert about(Latchkey latchkey, Id.Organization where, Id.Client client) {
    return open(latchkey, Optional.of(where), Alert.About.credential(client, "Release board"));
  }

  private static Id.Alert open(
      Latchkey latchkey, Optional<Id.Organization> where, Alert.About about) {
    Instant now = latchkey.clock.instant();
    var fact =
        new AlertFact(
            AlertKind.NEW_NETWORK,
            where,
            about,
            "203.0.0.0/16",
            AlertFact.Count.ONCE,
            now,
            Optional.empty());
    return latchkey.installation().alerts().raise(List.of(fact), latchkey.now()).getFirst().id();
  }
}

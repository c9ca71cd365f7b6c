package dev.latchkey.storage.people;

import dev.latchkey.model.User;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.guard.Throttle;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Whether a link was created by which a person chooses a password. Each link is mailed to an
 * address that its organization has entered, so the links to one person and those of one
 * organization are limited.
 */
public sealed interface NewLink {
  record Throttled(Duration retryAfter) implements NewLink {}

  enum Unlimited implements NewLink {
    CREATED,
    /** The address is in use, or the person was changed or disabled at the same moment. */
    CONFLICT
  }

  /** Counts a link to this person. Returns how long to wait if there were too many. */
  static Optional<Duration> count(Sql sql, User whom, Instant now) throws SQLException {
    List<Throttle> throttles = throttles(whom);
    if (Throttle.takeAll(sql, now, throttles)) {
      return Optional.empty();
    }
    var waits = new ArrayList<Duration>(List.of(Duration.ofSeconds(1)));
    for (Throttle throttle : throttles) {
      throttle.wait(sql, now).ifPresent(waits::add);
    }
    return Optional.of(Collections.max(waits));
  }

  /** The link was not created. */
  static void discount(Sql sql, User whom) throws SQLException {
    for (Throttle throttle : throttles(whom)) {
      throttle.giveBack(sql);
    }
  }

  private static List<Throttle> throttles(User whom) {
    return List.of(Throttle.links(whom.organization()), Throttle.links(whom.id()));
  }
}

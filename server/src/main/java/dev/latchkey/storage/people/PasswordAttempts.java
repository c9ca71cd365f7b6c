package dev.latchkey.storage.people;

import dev.latchkey.model.Limits;
import dev.latchkey.model.Network;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.guard.Throttle;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Counts the attempts of one network to sign in to one account, and to all accounts together. A
 * caller can invent any number of accounts, so without the second count it would add a row for each
 * of them.
 */
record PasswordAttempts(List<Throttle> throttles) {
  static PasswordAttempts of(String email, RequestMoment now, Limits limits) {
    Network from = now.network();
    int perMinute = limits.wrongPasswordsPerMinute();
    return new PasswordAttempts(
        List.of(Throttle.passwords(email, from, perMinute), Throttle.passwords(from, perMinute)));
  }

  /** False if one of the counts has reached its limit. */
  boolean take(Sql sql, Instant now) throws SQLException {
    return Throttle.takeAll(sql, now, throttles);
  }

  Optional<Duration> wait(Sql sql, Instant now) throws SQLException {
    Optional<Duration> longest = Optional.empty();
    for (Throttle throttle : throttles) {
      Optional<Duration> wait = throttle.wait(sql, now);
      if (wait.isPresent() && wait.get().compareTo(longest.orElse(Duration.ZERO)) > 0) {
        longest = wait;
      }
    }
    return longest;
  }

  /** Removes an attempt from both counts. */
  void giveBack(Sql sql) throws SQLException {
    for (Throttle throttle : throttles) {
      throttle.giveBack(sql);
    }
  }
}

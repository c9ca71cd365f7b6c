package dev.latchkey.storage.people;

import dev.latchkey.model.Limits;
import dev.latchkey.model.Network;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.limit.Throttle;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Counts that an act must all pass. */
record Throttles(List<Throttle> throttles) {
  /**
   * The attempts of one network to sign in to one account, and to all accounts together. A caller
   * can invent any number of accounts, so without the second count it would add a row for each of
   * them.
   */
  static Throttles ofPasswords(String email, RequestMoment now, Limits limits) {
    Network from = now.network();
    int perMinute = limits.wrongPasswordsPerMinute();
    return new Throttles(
        List.of(Throttle.passwords(email, from, perMinute), Throttle.passwords(from, perMinute)));
  }

  /**
   * The links to one person, and those of one organization. Each is mailed to an address that the
   * organization has entered.
   */
  static Throttles ofLinks(User whom) {
    return new Throttles(List.of(Throttle.links(whom.organization()), Throttle.links(whom.id())));
  }

  /** Counts once more. Returns how long to wait if one of the counts has reached its limit. */
  Optional<Duration> take(Sql sql, Instant now) throws SQLException {
    if (Throttle.takeAll(sql, now, throttles)) {
      return Optional.empty();
    }
    Duration longest = Duration.ofSeconds(1);
    for (Throttle throttle : throttles) {
      Duration wait = throttle.wait(sql, now).orElse(longest);
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }
    return Optional.of(longest);
  }

  /** Removes what was counted. */
  void giveBack(Sql sql) throws SQLException {
    for (Throttle throttle : throttles) {
      throttle.giveBack(sql);
    }
  }
}

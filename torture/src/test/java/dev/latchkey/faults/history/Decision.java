package dev.latchkey.faults.history;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the user decided about the request of an app or a device, from which a grant came. */
record Decision(String grant, Index index) {
  /**
   * The consent that has created the grant. The code of a device is known before its user decides,
   * so an exchange proves that a consent without an answer happened.
   */
  Optional<Operation> consent() {
    return answered()
        .or(() ->
            exchanged()
                .flatMap(exchange ->
                    possible(exchange).map(consent -> consent.doneBefore(exchange.end()))));
  }

  Optional<Violation> violation() {
    List<Operation> decided = Stream.concat(consent().stream(), done(Kind.DENY)).toList();
    if (done(Kind.CONSENT).count() > 1 || decided.size() > 1) {
      return Optional.of(
          Violation.of(
              Rule.DECIDED_TWICE,
              grant,
              Stream.concat(done(Kind.CONSENT), decided.stream()).toList()));
    }
    return exchanged()
        .filter(exchange -> possible(exchange).isEmpty())
        .map(without ->
            Violation.of(
                Rule.WITHOUT_CONSENT,
                grant,
                Stream.of(Kind.CONSENT, Kind.DENY, Kind.EXCHANGE)
                    .flatMap(kind -> index.of(kind, grant).stream())
                    .toList()));
  }

  private Optional<Operation> answered() {
    return done(Kind.CONSENT).findFirst();
  }

  private Optional<Operation> exchanged() {
    return done(Kind.EXCHANGE).findFirst();
  }

  private Stream<Operation> done(Kind kind) {
    return index.of(kind, grant).stream().filter(Operation::isDone);
  }

  /** A consent that may have happened before this exchange. */
  private Optional<Operation> possible(Operation exchange) {
    return index.of(Kind.CONSENT, grant).stream()
        .filter(Operation::mayHaveHappened)
        .filter(consent -> consent.begin() <= exchange.end())
        .findFirst();
  }
}

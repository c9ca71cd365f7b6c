package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The lifetimes of the parts of one grant: its code, each pair, and the grant itself. The pairs
 * follow each other: each is created at the moment at which the code, or the pair before it, ends.
 * An operation that ends the grant ends the part that is active at that moment.
 */
final class GrantLifetimes {
  private final Index index;
  private final Deadlines deadlines;
  private final Operation consent;
  private final Observing observing;
  private final List<Lifetime> lifetimes = new ArrayList<>();
  private final List<Lifetime> children = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();
  private final List<Rotation> rotations = new ArrayList<>();
  private final Lifetime whole;

  /** One pair of the grant, and the attempts to rotate it. */
  private record Rotation(String pair, Lifetime lifetime, List<Operation> attempts) {}

  GrantLifetimes(Operation consent, Index index, Deadlines deadlines) {
    this.index = index;
    this.deadlines = deadlines;
    this.consent = consent;
    this.observing = index.observing(client(), violations::add);
    this.whole = new Lifetime("grant " + consent.subject(), consent);
    lifetimes.add(whole);
    addPairs(code());
    endings().forEach(cause -> lifetimes.forEach(lifetime -> lifetime.add(cause)));
    revocations();
  }

  List<Lifetime> lifetimes() {
    return Stream.concat(lifetimes.stream(), children.stream()).toList();
  }

  /** The violations that no order of the moments could explain. */
  List<Violation> violations() {
    return violations;
  }

  private String session() {
    return consent.act().with(0);
  }

  private String client() {
    return consent.act().with(1);
  }

  private String membership() {
    return consent.act().with(2);
  }

  private Optional<Operation> code() {
    var lifetime = new Lifetime("code " + consent.subject(), consent);
    lifetimes.add(lifetime);
    List<Operation> exchanges = index.of(Kind.EXCHANGE, consent.subject());
    List<Operation> done = exchanges.stream().filter(Operation::isDone).toList();
    if (done.size() > 1) {
      violations.add(Violation.of(Rule.SPENT_TWICE, consent.subject(), done));
    }
    for (Operation exchange : exchanges) {
      observing.observe(lifetime, exchange);
      if (exchange.mayHaveHappened()) {
        lifetime.add(Cause.sure(exchange));
      }
    }
    lifetime.add(Cause.possible(deadlines.expiry(consent)));
    return done.stream().findFirst();
  }

  private void addPairs(Optional<Operation> creation) {
    Optional<Operation> created = creation;
    while (created.isPresent()) {
      created = pair(created.get());
    }
  }

  /** Adds the lifetime of a pair, and returns the operation that created the next pair. */
  private Optional<Operation> pair(Operation creation) {
    String pair = creation.act().with(0);
    var lifetime = new Lifetime("pair " + pair, creation);
    lifetimes.add(lifetime);
    index.checks(pair).forEach(check -> observing.observe(lifetime, check));
    children.addAll(new Children(index, observing).of(pair, lifetime));
    List<Operation> attempts = index.of(Kind.REFRESH, pair);
    rotations.add(new Rotation(pair, lifetime, attempts));
    List<Operation> done = attempts.stream().filter(Operation::isDone).toList();
    attempts.stream()
        .filter(attempt -> attempt.outcome() == Outcome.REFUSED)
        .forEach(attempt -> observing.observe(lifetime, attempt));
    attempts.stream()
        .filter(Operation::mayHaveHappened)
        .forEach(attempt -> lifetime.add(Cause.sure(attempt)));
    done.forEach(attempt -> observing.observe(whole, attempt));
    if (done.stream().anyMatch(attempt -> !isSameAnswer(attempt, done.getFirst()))) {
      violations.add(Violation.of(Rule.ROTATED_TWICE, pair, done));
      return Optional.empty();
    }
    Optional<Operation> first =
        done.stream()
            .min(Comparator.comparingLong(Operation::end))
            .map(attempt -> first(attempt, attempts));
    first.ifPresent(lifetime::seenActive);
    return first;
  }

  private static boolean isSameAnswer(Operation one, Operation other) {
    return one.equals(other) || (!one.act().key().isEmpty() && one.act().equals(other.act()));
  }

  /**
   * A repeated answer is the answer to the first request with the same key, even if that request
   * was not answered.
   */
  private static Operation first(Operation done, List<Operation> attempts) {
    return attempts.stream()
        .filter(attempt ->
            attempt.equals(done)
                || (!done.act().key().isEmpty()
                    && attempt.mayHaveHappened()
                    && attempt.begin() <= done.end()
                    && attempt.act().key().equals(done.act().key())))
        .min(Comparator.comparingLong(Operation::begin))
        .map(earliest ->
            new Operation(
                done.act(),
                done.node(),
                new Span(earliest.begin(), done.end()),
                Outcome.DONE,
                done.seen()))
        .orElseThrow();
  }

  /** The operations that may have ended the whole grant, except revocations. */
  private List<Cause> endings() {
    var causes = new ArrayList<Cause>();
    for (Kind kind : List.of(Kind.END_GRANT, Kind.DELETE)) {
      String subject = kind == Kind.DELETE ? client() : consent.subject();
      index.of(kind, subject).stream()
          .filter(Operation::mayHaveHappened)
          .forEach(ending -> causes.add(Cause.sure(ending)));
    }
    causes.addAll(index.membership(membership()).endedAfter(consent));
    for (Operation signIn : index.of(Kind.SIGN_IN, session())) {
      causes.addAll(index.user(signIn.act().with(0)).endedAfter(signIn));
    }
    Stream.of(client(), Act.userOf(membership()), Act.ORGANIZATION)
        .flatMap(whose -> index.of(Kind.REVOKE_ALL, whose).stream())
        .filter(Operation::mayHaveHappened)
        .filter(ending -> consent.begin() <= ending.end())
        .forEach(ending -> causes.add(Cause.ofAllBefore(ending, consent)));
    return causes;
  }

  /**
   * A revocation or a report of a leak ends the grant as long as its pair is not rotated, or was
   * rotated only a short time ago (rule 3.8). A refresh token that is used again long after its
   * rotation ends the grant too (rule 2.6).
   */
  private void revocations() {
    for (Rotation rotation : rotations) {
      Optional<Operation> rotated =
          rotation.attempts().stream()
              .filter(Operation::mayHaveHappened)
              .min(Comparator.comparingLong(Operation::begin));
      Stream.of(Kind.REVOKE, Kind.LEAK)
          .flatMap(kind -> index.of(kind, rotation.pair()).stream())
          .filter(Operation::mayHaveHappened)
          .forEach(
              revoke -> addAll(revoke, deadlines.isRecent(rotated, revoke), rotation.lifetime()));
      for (Operation attempt : rotation.attempts()) {
        if (!attempt.isDone() && deadlines.mayBeTheft(rotated, attempt)) {
          lifetimes.forEach(lifetime -> lifetime.add(Cause.possible(attempt)));
        }
      }
    }
  }

  /** The revocation certainly ends its own pair and all pairs before it. */
  private void addAll(Operation revoke, boolean isSure, Lifetime own) {
    int last = lifetimes.indexOf(own);
    whole.add(new Cause(revoke, isSure));
    for (int i = 1; i < lifetimes.size(); i++) {
      lifetimes.get(i).add(new Cause(revoke, isSure || i <= last));
    }
  }
}

package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The lifetimes of organization tokens. They do not belong to a person, so they do not end when a
 * person is disabled or leaves a team.
 */
final class OrganizationTokens {
  private final Index index;
  private final List<Lifetime> lifetimes = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();

  OrganizationTokens(Index index) {
    this.index = index;
  }

  /** The violations that no order of the moments could explain. */
  List<Violation> violations() {
    return violations;
  }

  List<Lifetime> lifetimes() {
    index
        .subjects(Kind.ISSUE)
        .forEach((token, issued) -> {
          Operation creation = issued.getFirst();
          lifetimes.add(lifetime(token, creation.act().with(0), creation));
        });
    index
        .subjects(Kind.REISSUE)
        .forEach((client, reissues) ->
            reissues.stream()
                .filter(Operation::isDone)
                .map(creation -> lifetime(creation.act().with(0), client, creation))
                .forEach(lifetimes::add));
    return lifetimes;
  }

  private Lifetime lifetime(String token, String client, Operation creation) {
    var lifetime = new Lifetime(token, creation);
    var observing = index.observing(client, violations::add);
    index.checks(token).forEach(check -> observing.observe(lifetime, check));
    lifetimes.addAll(new Children(index, observing).of(token, lifetime));
    Stream.of(
            index.of(Kind.REVOKE_TOKEN, token),
            index.of(Kind.LEAK, token),
            index.of(Kind.DELETE, client))
        .flatMap(List::stream)
        .filter(Operation::mayHaveHappened)
        .forEach(ending -> lifetime.add(Cause.sure(ending)));
    Stream.of(
            index.of(Kind.REISSUE, client),
            index.of(Kind.REVOKE_ALL, client),
            index.of(Kind.REVOKE_ALL, Act.ORGANIZATION))
        .flatMap(List::stream)
        .filter(ending -> !ending.equals(creation) && ending.mayHaveHappened())
        .filter(ending -> creation.begin() <= ending.end())
        .forEach(ending -> lifetime.add(Cause.ofAllBefore(ending, creation)));
    return lifetime;
  }
}

package dev.latchkey.bench;

import dev.latchkey.bench.store.SizedValues;
import dev.latchkey.host.HostFault;
import dev.latchkey.load.Address;
import dev.latchkey.load.Answer;
import dev.latchkey.load.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * The tokens of a store at size: those that are checked and stay as they are, and those that are
 * refreshed, each once. Tokens that follow each other here are far apart in the store.
 */
final class SizedTokens {
  /** A prime larger than any number of grants. Its multiples visit each grant once. */
  private static final long PRIME = 1_000_000_007;

  /** So many pairs are remembered to be refreshed again, when no others are left. */
  private static final int REMEMBERED = 10_000;

  private final SizedValues values;
  private final long[] busy;
  private final Queue<Refreshable> refreshed = new ArrayDeque<>();
  private int endedOrganizations;
  private long next;

  private record Refreshable(int organization, String client, String refresh) {}

  /**
   * @param busy how many tokens are checked
   * @param run each run before it has revoked everything of the next largest organization
   */
  SizedTokens(SizedValues values, int busy, SizedStore.Run run) {
    this.values = values;
    this.endedOrganizations = run.number();
    this.next = run.first();
    this.busy = new long[busy];
    for (int i = 0; i < busy; i++) {
      this.busy[i] =
          nextGrant()
              .orElseThrow(() ->
                  new HostFault(
                      "the tokens of the store are used up: remove it, or"
                          + " fill one with more --pairs"));
    }
  }

  private Optional<Long> nextGrant() {
    while (next < values.size().grants()) {
      long grant = next++ * PRIME % values.size().grants();
      if (values.organizationOfGrant(grant) >= endedOrganizations) {
        return Optional.of(grant);
      }
    }
    return Optional.empty();
  }

  /** Those of the checked tokens that belong, or do not belong, to an organization. */
  long[] busy(int organization, boolean belong) {
    return Arrays.stream(busy)
        .filter(grant -> (values.organizationOfGrant(grant) == organization) == belong)
        .toArray();
  }

  long[] busy() {
    return busy.clone();
  }

  /** Refreshes no more tokens of the next largest organization. */
  void leaveOut(int organization) {
    endedOrganizations = organization + 1;
    refreshed.removeIf(pair -> pair.organization() == organization);
  }

  /** Callers that together check each of these tokens once. */
  List<Caller> eachOnce(Calls calls, long[] grants, int connections) {
    var callers = new ArrayList<Caller>();
    var checked = new int[1];
    for (int i = 0; i < connections; i++) {
      callers.add(
          new Check(calls) {
            @Override
            Optional<Long> pick() {
              return checked[0] < grants.length
                  ? Optional.of(grants[checked[0]++])
                  : Optional.empty();
            }
          });
    }
    return callers;
  }

  /** A caller that checks any of these tokens, again and again. */
  Caller check(Calls calls, long[] grants, long seed) {
    var random = new SplittableRandom(seed);
    return new Check(calls) {
      @Override
      Optional<Long> pick() {
        return Optional.of(grants[random.nextInt(grants.length)]);
      }
    };
  }

  private abstract class Check implements Caller {
    private final Calls calls;
    private long picked;

    Check(Calls calls) {
      this.calls = calls;
    }

    abstract Optional<Long> pick();

    @Override
    public Address address() {
      return calls.address();
    }

    @Override
    public Optional<byte[]> next() {
      Optional<Long> grant = pick();
      picked = grant.orElse(0L);
      return grant.map(found -> calls.introspect(access(found)));
    }

    @Override
    public boolean isRight(Answer answer) {
      String text = answer.text();
      return answer.status() == 200
          && text.contains("\"active\":true")
          && text.contains(values.user(picked).value());
    }
  }

  String access(long grant) {
    return values.derived().access(grant).reveal();
  }

  /** A caller that refreshes the next pair of the store, which is at another place each time. */
  Caller refresh(Calls calls) {
    return new Refresh(calls);
  }

  private final class Refresh implements Caller {
    private final Calls calls;
    private Refreshable current = new Refreshable(0, "", "");

    Refresh(Calls calls) {
      this.calls = calls;
    }

    @Override
    public Address address() {
      return calls.address();
    }

    @Override
    public Optional<byte[]> next() {
      Optional<Refreshable> pair =
          nextGrant()
              .map(grant ->
                  new Refreshable(
                      values.organizationOfGrant(grant),
                      values.client(grant).value(),
                      values.derived().refresh(grant).reveal()))
              .or(() -> Optional.ofNullable(refreshed.poll()));
      pair.ifPresent(found -> current = found);
      return pair.map(found -> calls.refresh(found.client(), found.refresh()));
    }

    @Override
    public boolean isRight(Answer answer) {
      Optional<IssuedPair> fresh = IssuedPair.of(answer);
      if (fresh.isPresent()
          && refreshed.size() < REMEMBERED
          && current.organization() >= endedOrganizations) {
        refreshed.add(
            new Refreshable(current.organization(), current.client(), fresh.get().refresh()));
      }
      return fresh.isPresent();
    }
  }
}

package dev.latchkey.edge.http;

import dev.latchkey.model.RequestId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Gives each request its id and its place in a trace. They are no secrets, so they come from a
 * source of random numbers that is fast.
 */
public final class Correlations {
  /** No request gets an id or a place in a trace. */
  public static final Correlations NONE =
      new Correlations(false, 0, () -> new Proxies(new ListedPeers(Set.of())));

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:@/+=-]{1,64}");

  private final boolean hasIds;
  private final double sampledShare;
  private final Supplier<Proxies> proxies;

  /**
   * {@code sampledShare}: which share of the traces that begin here is recorded; 0 turns traces
   * off. Ids of proxies that are not trusted are ignored, because a stranger could choose one that
   * hides the own request among others.
   */
  public Correlations(boolean hasIds, double sampledShare, Supplier<Proxies> proxies) {
    this.hasIds = hasIds;
    this.sampledShare = sampledShare;
    this.proxies = proxies;
  }

  Incoming correlated(Incoming head, Instant now) {
    if (!hasIds && sampledShare == 0) {
      return head;
    }
    RandomGenerator random = ThreadLocalRandom.current();
    boolean isTrusted = proxies.get().trusts(head.peer().address());
    Optional<String> id =
        hasIds
            ? Optional.of(given(head, isTrusted).orElseGet(() -> RequestId.draw(now, random)))
            : Optional.empty();
    Optional<TraceContext> trace =
        sampledShare == 0 ? Optional.empty() : Optional.of(trace(head, isTrusted, random));
    return head.with(new Correlation(id, trace));
  }

  private static Optional<String> given(Incoming head, boolean isTrusted) {
    return isTrusted
        ? head.headers().only(Correlation.REQUEST_ID).filter(id -> ID.matcher(id).matches())
        : Optional.empty();
  }

  /**
   * The trace of a caller is continued. Only a trusted proxy decides whether it is recorded;
   * otherwise strangers could have all their requests recorded.
   */
  private TraceContext trace(Incoming head, boolean isTrusted, RandomGenerator random) {
    boolean isChosen = random.nextDouble() < sampledShare;
    return head.headers()
        .only(TraceContext.HEADER)
        .flatMap(header -> TraceContext.continued(header, random))
        .map(trace -> isTrusted ? trace : trace.sampled(isChosen))
        .orElseGet(() -> TraceContext.begin(random, isChosen));
  }
}

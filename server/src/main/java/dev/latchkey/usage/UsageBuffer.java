package dev.latchkey.usage;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.token.LiveToken;
import dev.latchkey.model.token.TokenRoot;
import dev.latchkey.model.token.Use;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Collects in memory what is used, and adds it to the store in batches, so that a check writes
 * nothing. A crash loses the numbers that were not yet written, and nothing else
 * (docs/decisions/0023).
 */
public final class UsageBuffer implements Consumer<Use> {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int CAPACITY = 32_768;

  /** So many of each kind are written at once. */
  private static final int MOST = 1_000;

  private final MergeBuffer<Usage.Day, Long> calls;
  private final MergeBuffer<Usage.RefusedDay, Long> refusals;
  private final MergeBuffer<Id.Client, Usage.Period> credentials;
  private final MergeBuffer<SecretHash, Usage.Period> organizationTokens;
  private final MergeBuffer<SecretHash, Usage.Period> clientSecrets;
  private final MergeBuffer<Id.Grant, Instant> grants;
  private final List<MergeBuffer<?, ?>> all;

  public UsageBuffer(Usage usage) {
    calls =
        new MergeBuffer<>(
            Comparator.comparing((Usage.Day day) -> day.client().value())
                .thenComparing(day -> day.scope().orElse(""))
                .thenComparing(Usage.Day::date),
            MergedCount::new,
            CAPACITY,
            usage::addCalls);
    refusals =
        new MergeBuffer<>(
            Comparator.comparing((Usage.RefusedDay day) -> day.client().map(Id::value).orElse(""))
                .thenComparing(Usage.RefusedDay::why)
                .thenComparing(Usage.RefusedDay::date),
            MergedCount::new,
            CAPACITY,
            usage::addRefusals);
    credentials =
        new MergeBuffer<>(
            Comparator.comparing(Id.Client::value),
            MergedPeriod::new,
            CAPACITY,
            usage::useCredentials);
    organizationTokens =
        new MergeBuffer<>(
            Comparator.comparing(SecretHash::text),
            MergedPeriod::new,
            CAPACITY,
            usage::useOrganizationTokens);
    clientSecrets =
        new MergeBuffer<>(
            Comparator.comparing(SecretHash::text),
            MergedPeriod::new,
            CAPACITY,
            usage::useClientSecrets);
    grants =
        new MergeBuffer<>(
            Comparator.comparing(Id.Grant::value), FirstMoment::new, CAPACITY, usage::useGrants);
    all = List.of(calls, refusals, credentials, organizationTokens, clientSecrets, grants);
  }

  @Override
  public void accept(Use use) {
    switch (use) {
      case Use.Call call -> {
        countCall(call);
        recordUse(call.token(), call.moment());
      }
      case Use.RefusedCall(var client, var why, var moment) ->
          refusals.add(new Usage.RefusedDay(client, why, day(moment)), 1L);
      case Use.Inspection inspection -> recordUse(inspection.token(), inspection.moment());
      case Use.Proof proof -> {
        credentials.add(proof.client(), Usage.Period.at(proof.moment()));
        clientSecrets.add(proof.secret(), Usage.Period.at(proof.moment()));
      }
    }
  }

  /** Notes that a token of this grant was presented. */
  public void useGrant(Id.Grant grant, Instant at) {
    grants.add(grant, at);
  }

  /**
   * Adds all collected numbers to the store. Those that the store does not accept stay here until
   * the next flush.
   */
  public synchronized void flush() {
    all.forEach(MergeBuffer::flush);
  }

  /**
   * Adds some of each kind, in turn. Each is in a page of its own, and a new last use of a
   * credential is entered in each of its indexes: with ten thousands of apps in use, writing all of
   * them every few seconds would cost the database more than their refreshes do.
   */
  public synchronized void flushNext() {
    all.forEach(buffer -> buffer.flushNext(MOST));
  }

  private void countCall(Use.Call call) {
    Id.Client client = call.token().client();
    LocalDate today = day(call.moment());
    calls.add(new Usage.Day(client, Optional.empty(), today), 1L);
    for (String scope : call.needed().names()) {
      calls.add(new Usage.Day(client, Optional.of(scope), today), 1L);
    }
  }

  private static LocalDate day(RequestMoment moment) {
    return LocalDate.ofInstant(moment.at(), ZoneOffset.UTC);
  }

  /** A use of a child token is a use of the token from which it was obtained. */
  private void recordUse(LiveToken token, RequestMoment now) {
    credentials.add(token.client(), Usage.Period.at(now));
    switch (token.root().origin()) {
      case TokenRoot.Grant _ -> {} // noted when it was read, see useGrant
      case TokenRoot.Standalone itself ->
          organizationTokens.add(itself.hash(), Usage.Period.at(now));
    }
  }

  /** Says how many uses were left out since the last call, because too many others waited. */
  public void logDropped() {
    long dropped = all.stream().mapToLong(MergeBuffer::takeDropped).sum();
    if (dropped > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The usage buffer was full: {0} uses were left out.",
          dropped);
    }
  }
}

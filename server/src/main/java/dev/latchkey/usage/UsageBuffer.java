package dev.latchkey.usage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.model.Use;
import dev.latchkey.storage.operation.Usage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Collects in memory what is used, and adds it to the store in batches, so that a check writes
 * nothing. A crash loses the numbers that were not yet written, and nothing else: those of the last
 * five seconds, and of the last minute for grants (docs/decisions/0023).
 */
public final class UsageBuffer implements Consumer<Use> {
  /** In how many parts the grants are written; see {@link #flushPartOfGrants}. */
  public static final int GRANT_PARTS = 600;

  private static final System.Logger LOG = System.getLogger("dev.latchkey");
  private static final int CAPACITY = 32_768;

  private final Usage usage;
  private final MergeBuffer<Usage.Day, Long> calls =
      new MergeBuffer<>(
          Comparator.comparing((Usage.Day day) -> day.client().value())
              .thenComparing(day -> day.scope().orElse(""))
              .thenComparing(Usage.Day::date),
          MergedCount::new,
          CAPACITY);
  private final MergeBuffer<Usage.RefusedDay, Long> refusals =
      new MergeBuffer<>(
          Comparator.comparing((Usage.RefusedDay day) -> day.client().map(Id::value).orElse(""))
              .thenComparing(Usage.RefusedDay::why)
              .thenComparing(Usage.RefusedDay::date),
          MergedCount::new,
          CAPACITY);
  private final MergeBuffer<Id.Client, Usage.Period> credentials =
      new MergeBuffer<>(Comparator.comparing(Id.Client::value), MergedPeriod::new, CAPACITY);
  private final MergeBuffer<Id.Grant, Instant> grants =
      new MergeBuffer<>(Comparator.comparing(Id.Grant::value), FirstMoment::new, CAPACITY);
  private final MergeBuffer<SecretHash, Usage.Period> organizationTokens =
      new MergeBuffer<>(Comparator.comparing(SecretHash::text), MergedPeriod::new, CAPACITY);
  private final MergeBuffer<SecretHash, Usage.Period> clientSecrets =
      new MergeBuffer<>(Comparator.comparing(SecretHash::text), MergedPeriod::new, CAPACITY);

  public UsageBuffer(Usage usage) {
    this.usage = usage;
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
    flushAllButGrants();
    grants.flush(usage::useGrants);
  }

  /**
   * Adds all collected numbers except those of grants to the store. There may be as many grants in
   * use as calls, and each is in a different page of the database. If they were all written every
   * few seconds, the store would have less time for checks.
   */
  public synchronized void flushAllButGrants() {
    calls.flush(usage::addCalls);
    refusals.flush(usage::addRefusals);
    credentials.flush(usage::useCredentials);
    organizationTokens.flush(usage::useOrganizationTokens);
    clientSecrets.flush(usage::useClientSecrets);
  }

  /**
   * Adds one part of the grants to the store. {@link #GRANT_PARTS} calls together write all grants.
   */
  public synchronized void flushPartOfGrants() {
    if (grants.flushPart(GRANT_PARTS, usage::useGrants)) {
      logDropped();
    }
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

  private void logDropped() {
    long dropped =
        calls.takeDropped()
            + refusals.takeDropped()
            + credentials.takeDropped()
            + grants.takeDropped()
            + organizationTokens.takeDropped()
            + clientSecrets.takeDropped();
    if (dropped > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The usage buffer was full between two flushes: {0} uses were not counted.",
          dropped);
    }
  }
}

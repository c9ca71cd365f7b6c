package dev.latchkey.usage;

import dev.latchkey.model.Id;
import dev.latchkey.model.LiveToken;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.SecretHash;
import dev.latchkey.model.TokenRoot;
import dev.latchkey.model.Use;
import dev.latchkey.storage.Usage;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is in use, gathered here while callers go on and added to the store every few seconds: a
 * crash loses those seconds' figures and nothing else (docs/decisions/0023).
 */
public final class UsageBuffer implements Consumer<Use> {
    public static final int GRANT_TURNS = 600;

    private static final System.Logger LOG = System.getLogger("dev.latchkey");
    private static final int MOST = 32_768;

    private final Usage usage;
    private final MergeBuffer<Usage.Day, Long> calls =
            new MergeBuffer<>(
                    Comparator.comparing((Usage.Day day) -> day.client().value())
                            .thenComparing(day -> day.scope().orElse(""))
                            .thenComparing(Usage.Day::date),
                    MergedCount::new,
                    MOST);
    private final MergeBuffer<Id.Client, Usage.Period> credentials =
            new MergeBuffer<>(Comparator.comparing(Id.Client::value), MergedPeriod::new, MOST);
    private final MergeBuffer<Id.Grant, Usage.Period> grants =
            new MergeBuffer<>(Comparator.comparing(Id.Grant::value), MergedPeriod::new, MOST);
    private final MergeBuffer<SecretHash, Usage.Period> organizationTokens =
            new MergeBuffer<>(Comparator.comparing(SecretHash::text), MergedPeriod::new, MOST);
    private final MergeBuffer<SecretHash, Usage.Period> clientSecrets =
            new MergeBuffer<>(Comparator.comparing(SecretHash::text), MergedPeriod::new, MOST);

    public UsageBuffer(Usage usage) {
        this.usage = usage;
    }

    @Override
    public void accept(Use use) {
        switch (use) {
            case Use.Call call -> {
                count(call);
                used(call.token(), call.moment());
            }
            case Use.Inspection inspection -> used(inspection.token(), inspection.moment());
            case Use.Proof proof -> {
                credentials.add(proof.client(), Usage.Period.at(proof.moment()));
                clientSecrets.add(proof.secret(), Usage.Period.at(proof.moment()));
            }
        }
    }

    /** Adds what was gathered to the store; what the store does not take is kept for next time. */
    public synchronized void flush() {
        flushFew();
        grants.pour(usage::useGrants);
    }

    /**
     * All but the grants: of those there may be as many as calls, each in a page of its own, and a
     * store kept busy with when they were last used has less time for checks.
     */
    public synchronized void flushFew() {
        calls.pour(usage::addCalls);
        credentials.pour(usage::useCredentials);
        organizationTokens.pour(usage::useOrganizationTokens);
        clientSecrets.pour(usage::useClientSecrets);
    }

    /** A part of the grants: all of them in {@link #GRANT_TURNS} turns. */
    public synchronized void flushSomeGrants() {
        if (grants.pourPart(GRANT_TURNS, usage::useGrants)) {
            tellWhatWasLeftOut();
        }
    }

    private void count(Use.Call call) {
        Id.Client client = call.token().client();
        LocalDate today = LocalDate.ofInstant(call.moment().at(), ZoneOffset.UTC);
        calls.add(new Usage.Day(client, Optional.empty(), today), 1L);
        for (String scope : call.needed().names()) {
            calls.add(new Usage.Day(client, Optional.of(scope), today), 1L);
        }
    }

    private void used(LiveToken token, RequestMoment now) {
        credentials.add(token.client(), Usage.Period.at(now));
        switch (token.root()) {
            case TokenRoot.Grant grant -> grants.add(grant.id(), Usage.Period.at(now));
            case TokenRoot.Itself itself ->
                    organizationTokens.add(itself.hash(), Usage.Period.at(now));
        }
    }

    private void tellWhatWasLeftOut() {
        long leftOut =
                calls.takeLeftOut()
                        + credentials.takeLeftOut()
                        + grants.takeLeftOut()
                        + organizationTokens.takeLeftOut()
                        + clientSecrets.takeLeftOut();
        if (leftOut > 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "more was in use than is remembered between two flushes; {0} uses were left out",
                    leftOut);
        }
    }
}

package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The lifetimes of organization tokens. They do not belong to a person, so they do not end when a
 * person is disabled or leaves a team.
 */
final class OrganizationTokens {
    private final Index index;

    OrganizationTokens(Index index) {
        this.index = index;
    }

    List<Lifetime> lifetimes() {
        var lifetimes = new ArrayList<Lifetime>();
        index.subjects(Kind.ISSUE)
                .forEach((token, issued) -> {
                    Operation creation = issued.getFirst();
                    lifetimes.add(lifetime(token, creation.act().with(0), creation));
                });
        index.subjects(Kind.REISSUE)
                .forEach((client, reissues) ->
                        reissues.stream()
                                .filter(Operation::isDone)
                                .map(creation -> lifetime(creation.act().with(0), client, creation))
                                .forEach(lifetimes::add));
        return lifetimes;
    }

    private Lifetime lifetime(String token, String client, Operation creation) {
        var lifetime = new Lifetime(token, creation);
        for (Operation check : index.of(Kind.CHECK, token)) {
            switch (check.outcome()) {
                case DONE -> lifetime.seenActive(check);
                case REFUSED -> lifetime.seenEnded(check);
                case UNKNOWN -> {}
            }
        }
        index.of(Kind.REVOKE_TOKEN, token).stream()
                .filter(Operation::mayHaveHappened)
                .forEach(revoke -> lifetime.add(Cause.sure(revoke)));
        index.of(Kind.DELETE, client).stream()
                .filter(Operation::mayHaveHappened)
                .forEach(deletion -> lifetime.add(Cause.sure(deletion)));
        for (Operation reissue : index.of(Kind.REISSUE, client)) {
            if (!reissue.equals(creation)
                    && reissue.mayHaveHappened()
                    && creation.begin() <= reissue.end()) {
                lifetime.add(
                        creation.end() <= reissue.begin()
                                ? Cause.sure(reissue)
                                : Cause.possible(reissue));
            }
        }
        return lifetime;
    }
}

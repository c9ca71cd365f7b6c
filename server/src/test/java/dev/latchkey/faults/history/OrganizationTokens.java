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

    List<Life> lives() {
        var lives = new ArrayList<Life>();
        index.subjects(Kind.ISSUE)
                .forEach((token, issued) -> {
                    Operation birth = issued.getFirst();
                    lives.add(life(token, birth.act().with(0), birth));
                });
        index.subjects(Kind.REISSUE)
                .forEach((client, reissues) ->
                        reissues.stream()
                                .filter(Operation::isDone)
                                .map(birth -> life(birth.act().with(0), client, birth))
                                .forEach(lives::add));
        return lives;
    }

    private Life life(String token, String client, Operation birth) {
        var life = new Life(token, birth);
        for (Operation check : index.of(Kind.CHECK, token)) {
            switch (check.outcome()) {
                case DONE -> life.seenActive(check);
                case REFUSED -> life.seenEnded(check);
                case UNKNOWN -> {}
            }
        }
        index.of(Kind.REVOKE_TOKEN, token).stream()
                .filter(Operation::mayHaveHappened)
                .forEach(revoke -> life.add(Cause.sure(revoke)));
        index.of(Kind.DELETE, client).stream()
                .filter(Operation::mayHaveHappened)
                .forEach(deletion -> life.add(Cause.sure(deletion)));
        for (Operation reissue : index.of(Kind.REISSUE, client)) {
            if (!reissue.equals(birth)
                    && reissue.mayHaveHappened()
                    && birth.begin() <= reissue.end()) {
                life.add(
                        birth.end() <= reissue.begin()
                                ? Cause.sure(reissue)
                                : Cause.possible(reissue));
            }
        }
        return life;
    }
}

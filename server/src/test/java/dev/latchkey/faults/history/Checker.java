package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Decides whether every answer in a history can be right.
 *
 * <p>All operations are timed by one clock. An operation takes effect at one instant between its
 * begin and its end, or, if its outcome is unknown, at one instant before the bound of its effect,
 * or not at all. An answer is wrong if no choice of these instants explains it together with the
 * others. These are the rules:
 *
 * <ul>
 *   <li>A code, a pair and an organization token is active from its birth to one moment, and never
 *       again. The moment lies after the begin of every operation that saw it active, and before
 *       the end of every operation that saw it ended.
 *   <li>The moment lies within an operation that may have ended it: an exchange of the code, a
 *       rotation or revocation of the pair, the end of the grant, the disabling of its user, the
 *       user's leaving of its team, the deletion of its credential; for an organization token a
 *       revocation, a re-issue without overlap or the deletion.
 *   <li>If such an operation was answered with success, the moment lies before its end. This holds
 *       for whatever was born before it. It also holds for a grant that was consented to in a
 *       session, or by a member of a team, from before, however late its code came.
 *   <li>A code is exchanged once. A refresh token is rotated once; a request repeated with its
 *       Idempotency-Key gets the same answer, byte for byte.
 *   <li>A revocation ends the whole grant unless its pair was rotated longer ago than the grace.
 *   <li>While the owner of a credential is disabled, what others granted it is inactive, and active
 *       again afterwards. An operation that saw it inactive then does not prove that it has ended.
 *   <li>One operation has one moment for everything that it ends. If it is the only one that can
 *       have ended something, what was seen of this narrows its moment, and an operation without an
 *       answer is then known to have happened; everything else is judged by this.
 * </ul>
 */
public final class Checker {
    private final Deadlines deadlines;

    public Checker(Deadlines deadlines) {
        this.deadlines = deadlines;
    }

    /** What contradicts itself, at most one violation for each grant and organization token. */
    public List<Violation> check(List<Operation> operations) {
        var index = new Index(operations);
        var moments = new Moments();
        var grants = new ArrayList<GrantLives>();
        index.subjects(Kind.CONSENT)
                .values()
                .forEach(consents ->
                        consents.stream()
                                .filter(Operation::isDone)
                                .forEach(consent ->
                                        grants.add(new GrantLives(consent, index, deadlines))));
        List<Life> tokens = new OrganizationTokens(index).lives();
        grants.forEach(grant -> grant.lives().forEach(life -> life.tell(moments)));
        tokens.forEach(life -> life.tell(moments));

        var violations = new ArrayList<Violation>();
        for (GrantLives grant : grants) {
            var found = new ArrayList<>(grant.violations());
            grant.lives().forEach(life -> life.violation(moments).ifPresent(found::add));
            found.stream()
                    .min(Comparator.comparingLong(Checker::seenAt))
                    .ifPresent(violations::add);
        }
        tokens.forEach(life -> life.violation(moments).ifPresent(violations::add));
        return violations;
    }

    private static long seenAt(Violation violation) {
        return violation.operations().getLast().begin();
    }
}

package dev.latchkey.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides whether every answer in a history can be correct.
 *
 * <p>All operations are timed by one clock. An operation takes effect at one instant between its
 * begin and its end. If its outcome is unknown, it takes effect at one instant before the bound of
 * its effect, or not at all. An answer is wrong if no choice of these instants explains it together
 * with the others. These are the rules:
 *
 * <ul>
 *   <li>A code, a pair and an organization token are active from their creation to one moment, and
 *       never again. The moment is after the begin of every operation that saw the thing active,
 *       and before the end of every operation that saw it ended.
 *   <li>The moment is within an operation that may have ended the thing: an exchange of the code, a
 *       rotation or revocation of the pair, the end of the grant, the disabling of its user, the
 *       user's leaving of the team, the deletion of the credential. For an organization token it is
 *       a revocation, a re-issue without overlap, or the deletion.
 *   <li>If such an operation was answered with success, the moment is before its end. This is true
 *       for everything that was created before the operation. It is also true for a grant that was
 *       consented to in a session, or by a member of a team, from before the operation, however
 *       late the code was issued.
 *   <li>A code is exchanged once. A refresh token is rotated once. A request that is repeated with
 *       its Idempotency-Key gets the same answer, byte for byte.
 *   <li>A revocation ends the whole grant, unless its pair was rotated before the grace period.
 *   <li>While the owner of a credential is disabled, the tokens that others granted to it are
 *       inactive. Afterwards they are active again. An operation that saw such a token inactive
 *       during this time does not prove that the token has ended.
 *   <li>One operation has one moment for everything that it ends. If it is the only operation that
 *       can have ended a thing, the observations of this thing narrow the moment of the operation.
 *       An operation without an answer is then known to have happened. All other things that it
 *       ends are checked against this moment.
 * </ul>
 */
public final class Checker {
  private final Deadlines deadlines;

  public Checker(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /**
   * Finds the contradictions in a history: at most one violation for each grant and organization
   * token.
   */
  public List<Violation> check(List<Operation> operations) {
    var index = new Index(operations);
    var moments = new Moments();
    var grants = new ArrayList<GrantLifetimes>();
    var violations = new ArrayList<Violation>();
    Stream.of(Kind.CONSENT, Kind.EXCHANGE)
        .flatMap(kind -> index.subjects(kind).keySet().stream())
        .distinct()
        .map(grant -> new Decision(grant, index))
        .forEach(decision -> {
          decision
              .consent()
              .ifPresent(consent -> grants.add(new GrantLifetimes(consent, index, deadlines)));
          decision.violation().ifPresent(violations::add);
        });
    var organizational = new OrganizationTokens(index);
    List<Lifetime> tokens = organizational.lifetimes();
    violations.addAll(organizational.violations());
    grants.forEach(grant -> grant.lifetimes().forEach(lifetime -> lifetime.narrowMoments(moments)));
    tokens.forEach(lifetime -> lifetime.narrowMoments(moments));

    for (GrantLifetimes grant : grants) {
      var found = new ArrayList<>(grant.violations());
      grant.lifetimes().forEach(lifetime -> lifetime.violation(moments).ifPresent(found::add));
      found.stream().min(Comparator.comparingLong(Checker::seenAt)).ifPresent(violations::add);
    }
    tokens.forEach(lifetime -> lifetime.violation(moments).ifPresent(violations::add));
    return violations;
  }

  private static long seenAt(Violation violation) {
    return violation.operations().getLast().begin();
  }
}

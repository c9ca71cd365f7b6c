package dev.latchkey.model.call;

import java.util.Optional;

/**
 * What an organization has chosen for its part of the request log.
 *
 * @param isOn whether its calls are recorded
 * @param days how long they are kept; empty: as long as the operator keeps all calls
 */
public record OrganizationLog(boolean isOn, Optional<Integer> days) {
  public static final OrganizationLog USUAL = new OrganizationLog(true, Optional.empty());

  /** An organization cannot keep its calls longer than the operator does. */
  public int days(CallLimits limits) {
    return days.map(chosen -> Math.min(chosen, limits.days())).orElseGet(limits::days);
  }
}

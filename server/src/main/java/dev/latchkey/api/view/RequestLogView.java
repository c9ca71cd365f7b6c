package dev.latchkey.api.view;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.OrganizationLog;

/** How the request log treats the calls of an organization. */
public record RequestLogView(Id.Organization orgId, boolean isOn, int days, int mostDays) {
  public static RequestLogView of(Id.Organization of, OrganizationLog log, CallLimits limits) {
    return new RequestLogView(of, log.isOn(), log.days(limits), limits.days());
  }
}

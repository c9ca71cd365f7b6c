package dev.latchkey.people.log;

import dev.latchkey.model.Id;
import dev.latchkey.model.audit.Actor;
import dev.latchkey.model.call.CallLimits;
import dev.latchkey.model.call.OrganizationLog;
import dev.latchkey.model.person.Rights;
import dev.latchkey.people.NoAccess;
import dev.latchkey.people.OrganizationGuard;
import dev.latchkey.storage.call.OrganizationLogs;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses how long the request log keeps the calls of an organization, or turns it off for them.
 * {@code limits}: those of the operator.
 */
public record ChangeRequestLog(
    OrganizationGuard guard, OrganizationLogs logs, Supplier<CallLimits> limits) {
  public static final Rights.Act RIGHT = Rights.Act.CHANGE_REQUEST_LOG_OF_ORGANIZATION;

  public sealed interface Outcome permits Changed, Flawed, Refused {}

  public record Changed(OrganizationLog log) implements Outcome {}

  public enum Flawed implements Outcome {
    DAYS_OUT_OF_RANGE
  }

  public record Refused(NoAccess why) implements Outcome {}

  /**
   * What is to be changed; what is empty stays. {@code days}: 0 for as long as the operator keeps
   * all calls. {@code deletesStored}: whether the calls that are in the log are deleted.
   */
  public record Wanted(Optional<Boolean> isOn, Optional<Integer> days, boolean deletesStored) {
    OrganizationLog after(OrganizationLog before) {
      return new OrganizationLog(
          isOn.orElse(before.isOn()),
          days.isPresent() ? days.filter(number -> number > 0) : before.days());
    }
  }

  public Outcome by(Actor actor, Id.Organization named, Wanted wanted) {
    return switch (guard.check(actor, named, RIGHT)) {
      case OrganizationGuard.Granted(var organization) -> change(actor, organization.id(), wanted);
      case NoAccess refused -> new Refused(refused);
    };
  }

  private Outcome change(Actor actor, Id.Organization in, Wanted wanted) {
    int most = limits.get().days();
    if (wanted.days.filter(days -> days < 0 || days > most).isPresent()) {
      return Flawed.DAYS_OUT_OF_RANGE;
    }
    OrganizationLog after = wanted.after(logs.of(in));
    boolean _ = logs.change(in, after, wanted.deletesStored, actor);
    return new Changed(after);
  }
}

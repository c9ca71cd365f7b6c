package dev.latchkey.api.view;

import dev.latchkey.model.person.Holder;
import dev.latchkey.model.person.Rights;
import java.util.List;
import java.util.stream.Stream;

/** An act, and where each role may do it. A credential needs the scope as well. */
public record RightView(
    Rights.Act act,
    Holder.Where member,
    Holder.Where teamAdministratorOfMany,
    Holder.Where teamAdministrator,
    Holder.Where organizationAdministrator,
    Holder.Where auditor,
    Holder.Where platformAuditor,
    Holder.Where superAdministrator,
    Holder.Where organizationCredential) {
  /** All acts. */
  public static List<RightView> all() {
    return Stream.of(Rights.Act.values()).map(RightView::of).toList();
  }

  public static Answers.Whole count() {
    return new Answers.Whole(Rights.Act.values().length);
  }

  private static RightView of(Rights.Act act) {
    return new RightView(
        act,
        Holder.MEMBER.may(act),
        Holder.TEAM_ADMINISTRATOR_OF_MANY.may(act),
        Holder.TEAM_ADMINISTRATOR.may(act),
        Holder.ORGANIZATION_ADMINISTRATOR.may(act),
        Holder.AUDITOR.may(act),
        Holder.PLATFORM_AUDITOR.may(act),
        Holder.SUPER_ADMINISTRATOR.may(act),
        Holder.ORGANIZATION_CREDENTIAL.may(act));
  }
}

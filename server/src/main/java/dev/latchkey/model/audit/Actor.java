package dev.latchkey.model.audit;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Reach;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import java.util.List;
import java.util.Optional;

/**
 * Who acts, with which rights, when and from where: a person, the virtual administrator of an
 * organization credential, an operator, or the server. The audit log names the actor of each act.
 */
public sealed interface Actor {
  RequestMoment moment();

  boolean may(Rights.Act act, Organization where);

  /** Whether the actor may change the role, the teams and the state of this person. */
  boolean mayManage(User whom, Organization where);

  /** The roles that the actor may give to people of the organization. */
  List<User.Role> grantable(Organization where);

  boolean is(Id.User person);

  /** The id of the actor; for an actor on the machine of the server, which has none, the other. */
  default Id.Subject idOr(Id.Subject other) {
    return this instanceof Authenticated caller ? caller.id() : other;
  }

  /** The organization to which the actor belongs; empty if none. */
  Optional<Id.Organization> organization();

  /** An entry of the audit log about what the actor has done now. */
  default AuditEntry entry(AuditEvent event) {
    return AuditEntry.of(moment(), event, AuditOutcome.OK);
  }

  /** A caller with a session or a token, who has exactly the rights of {@link Rights}. */
  sealed interface Authenticated extends Actor {
    Id.Subject id();

    /** The organization that is meant if the request names none. */
    Id.Organization home();

    @Override
    default Optional<Id.Organization> organization() {
      return Optional.of(home());
    }

    @Override
    default AuditEntry entry(AuditEvent event) {
      return Actor.super.entry(event).by(id());
    }

    @Override
    default boolean is(Id.User person) {
      return id().equals(person);
    }
  }

  record Person(User user, RequestMoment moment) implements Authenticated {
    @Override
    public Id.User id() {
      return user.id();
    }

    @Override
    public Id.Organization home() {
      return user.organization();
    }

    @Override
    public boolean may(Rights.Act act, Organization where) {
      return Rights.allow(user, act, where);
    }

    @Override
    public boolean mayManage(User whom, Organization where) {
      return Rights.mayManage(user, whom, where);
    }

    @Override
    public List<User.Role> grantable(Organization where) {
      return Rights.grantable(user, where);
    }
  }

  /** The virtual administrator of an organization credential, for which a program calls. */
  record Machine(Id.VirtualAdministrator id, Reach reach, RequestMoment moment)
      implements Authenticated {
    @Override
    public Id.Organization home() {
      return reach.organization();
    }

    @Override
    public boolean may(Rights.Act act, Organization where) {
      return Rights.allow(reach, act, where);
    }

    @Override
    public boolean mayManage(User whom, Organization where) {
      return Rights.mayManage(reach, whom, where);
    }

    @Override
    public List<User.Role> grantable(Organization where) {
      return Rights.grantable(reach, where);
    }
  }

  /** An actor on the machine of the server, who may do everything there. */
  sealed interface Local extends Actor {
    @Override
    default Optional<Id.Organization> organization() {
      return Optional.empty();
    }

    @Override
    default boolean may(Rights.Act act, Organization where) {
      return true;
    }

    @Override
    default boolean mayManage(User whom, Organization where) {
      return true;
    }

    @Override
    default List<User.Role> grantable(Organization where) {
      return List.of(User.Role.values());
    }

    @Override
    default boolean is(Id.User person) {
      return false;
    }
  }

  /** An operator, who runs a command. */
  record Operator(RequestMoment moment) implements Local {}

  /** The server itself. */
  record Server(RequestMoment moment) implements Local {}
}

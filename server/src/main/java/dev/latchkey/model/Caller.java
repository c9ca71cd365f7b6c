package dev.latchkey.model;

import java.util.List;

/**
 * Who calls the management API: a person, or the virtual administrator of an organization
 * credential. Both have exactly the rights of {@link Rights}.
 */
public sealed interface Caller {
  Id.Subject id();

  /** The organization that is meant if the request names none. */
  Id.Organization home();

  boolean may(Rights.Act act, Organization where);

  /** Whether the caller may change the role, the teams and the state of this person. */
  boolean mayManage(User whom, Organization where);

  /** The roles that the caller may give to people of the organization. */
  List<User.Role> grantable(Organization where);

  default boolean is(Id.User person) {
    return id().equals(person);
  }

  record Person(User user) implements Caller {
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

  record VirtualAdministrator(Id.VirtualAdministrator id, Reach reach) implements Caller {
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
}

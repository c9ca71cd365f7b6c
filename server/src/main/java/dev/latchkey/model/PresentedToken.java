package dev.latchkey.model;

/**
 * The token of a request to the management API: that of a person, or that of an organization
 * credential. {@code version} is that of the person's row when the rights were checked.
 */
public sealed interface PresentedToken extends Authority {
  SecretHash hash();

  record OfPerson(SecretHash hash, Id.User user, int version) implements PresentedToken {
    @Override
    public Id.User subject() {
      return user;
    }
  }

  record OfOrganization(SecretHash hash, Id.VirtualAdministrator subject)
      implements PresentedToken {}
}

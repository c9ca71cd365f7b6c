package dev.latchkey.console.directory;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.edge.http.Form;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.model.person.EmailAddress;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.PasswordRule;
import dev.latchkey.people.FoundOrganization;
import java.util.ArrayList;
import java.util.Optional;

/** What was entered about a new organization, its first team and its first person. */
public record NewOrganization(
    String organization,
    Organization.Kind kind,
    String team,
    String name,
    String email,
    String password) {

  static final NewOrganization EMPTY =
      new NewOrganization("", Organization.Kind.MULTI_TEAM, "", "", "", "");

  static NewOrganization parse(Form form) {
    return new NewOrganization(
        form.value("organization").orElse("").strip(),
        form.value("kind").orElse("").equals("SINGLE_TEAM")
            ? Organization.Kind.SINGLE_TEAM
            : Organization.Kind.MULTI_TEAM,
        form.value("team").orElse("").strip(),
        form.value("name").orElse("").strip(),
        EmailAddress.normal(form.value("email").orElse("")),
        form.value("password").orElse(""));
  }

  /** The errors in all fields except the password; empty if there are none. */
  Optional<FormErrors> errors() {
    var errors = new ArrayList<FormErrors.FieldError>();
    nameError("organization", organization).ifPresent(errors::add);
    nameError("team", team).ifPresent(errors::add);
    nameError("name", name).ifPresent(errors::add);
    if (EmailAddress.parse(email).isEmpty()) {
      errors.add(new FormErrors.FieldError("email", "flaw.email"));
    }
    return errors.isEmpty() ? Optional.empty() : Optional.of(new FormErrors(400, errors));
  }

  private static Optional<FormErrors.FieldError> nameError(String field, String name) {
    return DisplayName.flawOf(name)
        .map(flaw -> new FormErrors.FieldError(field, "flaw.name." + flaw));
  }

  /**
   * The key of the first error message on the setup page; empty if there are no errors. The first
   * person of an installation chooses a password on that page too.
   */
  Optional<String> firstFlaw(PasswordRule rule) {
    return errors()
        .map(found -> found.errors().getFirst().message())
        .or(() -> rule.flaw(password, email, name).map(flaw -> "flaw.password." + flaw));
  }

  /** The same where {@link #errors} found none. */
  FoundOrganization.Wanted wanted() {
    return new FoundOrganization.Wanted(
        new DisplayName(organization),
        kind,
        new DisplayName(team),
        new DisplayName(name),
        new EmailAddress(email));
  }

  @Override
  public String toString() {
    return "NewOrganization[" + organization + "]";
  }
}

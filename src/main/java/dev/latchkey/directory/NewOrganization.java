package dev.latchkey.directory;

import dev.latchkey.http.Form;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordRule;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the first person enters. {@code flaw} is the key of the sentence that says what is missing.
 */
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

    Optional<String> flaw(PasswordRule rule) {
        Optional<DisplayName.Flaw> misnamed =
                Stream.of(organization, team, name)
                        .map(DisplayName::flawOf)
                        .flatMap(Optional::stream)
                        .findFirst();
        if (misnamed.isPresent()) {
            return Optional.of("flaw.name." + misnamed.get());
        }
        if (EmailAddress.parse(email).isEmpty()) {
            return Optional.of("flaw.email");
        }
        return rule.flaw(password, email, name).map(flaw -> "flaw.password." + flaw);
    }

    @Override
    public String toString() {
        return "NewOrganization[" + organization + "]";
    }
}

package dev.latchkey.directory;

import dev.latchkey.http.Form;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordRule;
import java.util.Locale;
import java.util.Optional;

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

    private static final int MAX_CHARS = 200;

    static NewOrganization parse(Form form) {
        return new NewOrganization(
                form.value("organization").orElse("").strip(),
                form.value("kind").orElse("").equals("SINGLE_TEAM")
                        ? Organization.Kind.SINGLE_TEAM
                        : Organization.Kind.MULTI_TEAM,
                form.value("team").orElse("").strip(),
                form.value("name").orElse("").strip(),
                form.value("email").orElse("").strip().toLowerCase(Locale.ROOT),
                form.value("password").orElse(""));
    }

    Optional<String> flaw(PasswordRule rule) {
        if (!isName(organization) || !isName(team) || !isName(name)) {
            return Optional.of("setup.name-missing");
        }
        if (!email.matches("[^@\\s\\p{Cntrl}]{1,64}@[^@\\s\\p{Cntrl}]{1,190}")) {
            return Optional.of("setup.email-wrong");
        }
        return rule.flaw(password, email, name).map(flaw -> "flaw.password." + flaw);
    }

    private static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_CHARS
                && text.chars().noneMatch(Character::isISOControl);
    }

    @Override
    public String toString() {
        return "NewOrganization[" + organization + "]";
    }
}

package dev.latchkey.directory;

import dev.latchkey.http.Form;
import dev.latchkey.model.DisplayName;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.Organization;
import dev.latchkey.model.PasswordRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What is entered about an organization that is to be, its first team and its first person. */
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

    /** Field to the key of the sentence that says what is wrong there. */
    Map<String, String> flaws() {
        var flaws = new LinkedHashMap<String, String>();
        Map.of("organization", organization, "team", team, "name", name)
                .forEach((field, text) ->
                        DisplayName.flawOf(text)
                                .ifPresent(flaw -> flaws.put(field, "flaw.name." + flaw)));
        if (EmailAddress.parse(email).isEmpty()) {
            flaws.put("email", "flaw.email");
        }
        return flaws;
    }

    /** The same of the first person, who chooses a password here too. */
    Optional<String> firstFlaw(PasswordRule rule) {
        return flaws().values().stream()
                .findFirst()
                .or(() -> rule.flaw(password, email, name).map(flaw -> "flaw.password." + flaw));
    }

    @Override
    public String toString() {
        return "NewOrganization[" + organization + "]";
    }
}

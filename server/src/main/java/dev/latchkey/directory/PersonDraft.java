package dev.latchkey.directory;

import dev.latchkey.model.DisplayName;
import dev.latchkey.model.EmailAddress;
import dev.latchkey.model.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What was entered about a person, judged. */
sealed interface PersonDraft {
    record Sound(String name, String email, User.Role role, List<User.Membership> teams)
            implements PersonDraft {
        /** The same person as entered here; what the person is in other organizations stays. */
        User applied(User before) {
            Stream<User.Membership> elsewhere =
                    before.teams().stream()
                            .filter(each ->
                                    !each.team().organization().equals(before.organization()));
            return new User(
                    before.id(),
                    email,
                    name,
                    before.organization(),
                    role,
                    Stream.concat(elsewhere, teams.stream()).toList());
        }
    }

    /** Field to the key of the sentence that stands beside it. */
    record Flawed(Map<String, String> flaws) implements PersonDraft {}

    /** A role that is not for this administrator to give. */
    record Overreaching() implements PersonDraft {}

    static PersonDraft of(EnteredPerson entered, List<User.Role> grantable) {
        Optional<User.Role> role =
                grantable.stream().filter(each -> each.name().equals(entered.role())).findFirst();
        if (role.isEmpty()) {
            return new Overreaching();
        }
        var flaws = new LinkedHashMap<String, String>();
        DisplayName.flawOf(entered.name())
                .ifPresent(flaw -> flaws.put("name", "flaw.name." + flaw));
        if (EmailAddress.parse(entered.email()).isEmpty()) {
            flaws.put("email", "flaw.email");
        }
        return flaws.isEmpty()
                ? new Sound(entered.name(), entered.email(), role.get(), entered.memberships())
                : new Flawed(flaws);
    }
}

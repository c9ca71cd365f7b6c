package dev.latchkey.directory;

import dev.latchkey.model.Team;
import dev.latchkey.model.User;
import java.util.List;
import java.util.Map;

/** The fields of a person's form as its template shows them: entries, choices, flaws. */
public record PersonFields(
        EnteredPerson entered,
        List<User.Role> roles,
        List<Team> teams,
        boolean asksPassword,
        Map<String, String> flaws) {

    public boolean isFlawed(String field) {
        return flaws.containsKey(field);
    }

    public String flaw(String field) {
        return flaws.getOrDefault(field, "");
    }

    public boolean hasPassword(String field) {
        return asksPassword || isFlawed(field);
    }
}

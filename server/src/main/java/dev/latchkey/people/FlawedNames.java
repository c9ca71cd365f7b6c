package dev.latchkey.people;

import dev.latchkey.model.person.DisplayName;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The names that cannot be stored: the field of each, and what is wrong with it. */
public record FlawedNames(Map<String, DisplayName.Flaw> flaws)
    implements CreateOrganization.Outcome,
        RenameOrganization.Outcome,
        CreateTeam.Outcome,
        RenameTeam.Outcome {
  /** Empty if all of these names can be stored. */
  static Optional<FlawedNames> in(Map<String, String> names) {
    var flaws = new TreeMap<String, DisplayName.Flaw>();
    names.forEach(
        (field, name) -> DisplayName.flawOf(name).ifPresent(flaw -> flaws.put(field, flaw)));
    return flaws.isEmpty() ? Optional.empty() : Optional.of(new FlawedNames(flaws));
  }
}

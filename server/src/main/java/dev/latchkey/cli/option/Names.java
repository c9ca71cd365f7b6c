package dev.latchkey.cli.option;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.model.person.DisplayName;
import dev.latchkey.people.FlawedNames;
import dev.latchkey.people.FlawedPerson;

/** Checks names that are about to be stored, by the rule of the pages. */
public final class Names {
  private Names() {}

  public static void check(String option, String text) {
    DisplayName.flawOf(text)
        .ifPresent(flaw -> {
          throw fault(option, flaw);
        });
  }

  /** The first flaw of an act's names. The options have the names of the fields. */
  public static ConfigFault fault(FlawedNames flawed) {
    var first = flawed.flaws().entrySet().iterator().next();
    return fault("--" + first.getKey(), first.getValue());
  }

  public static ConfigFault fault(FlawedPerson flawed, String option, String email) {
    return flawed
        .name()
        .map(flaw -> fault("--name", flaw))
        .orElseGet(() -> noAddress(option, email));
  }

  public static ConfigFault noAddress(String option, String email) {
    return new ConfigFault(
        option + " needs an e-mail address such as lee@example.com, not " + email);
  }

  public static ConfigFault fault(String option, DisplayName.Flaw flaw) {
    return new ConfigFault(
        switch (flaw) {
          case MISSING -> option + " must not be empty";
          case TOO_LONG ->
              "%s must not be longer than %d characters".formatted(option, DisplayName.MAX_CHARS);
          case SIGNS ->
              option
                  + " must not contain control characters, invisible ones"
                  + " or marks that change the direction of writing";
        });
  }
}

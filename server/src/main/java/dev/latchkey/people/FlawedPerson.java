package dev.latchkey.people;

import dev.latchkey.model.person.DisplayName;
import java.util.Optional;

/** Why a person cannot be stored: the flaw of the name, and whether the e-mail address is none. */
public record FlawedPerson(Optional<DisplayName.Flaw> name, boolean isEmailFlawed)
    implements InvitePerson.Unlimited, ChangePerson.Outcome {}

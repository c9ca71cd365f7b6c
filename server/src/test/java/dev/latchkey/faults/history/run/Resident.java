package dev.latchkey.faults.history.run;

import dev.latchkey.harness.Person;

/** A person, as a history names them, and what was issued in their name. */
record Resident(String name, Person person, Wallet wallet) {
    static Resident of(String name, Person person) {
        return new Resident(name, person, new Wallet());
    }

    /** The membership in the one team that this person belongs to, or has left. */
    String membership() {
        return name + "@team";
    }
}

package dev.latchkey.faults.history.run;

import dev.latchkey.harness.Person;

/** A person with the name that the history uses, and the tokens that were issued for the person. */
record Resident(String name, Person person, Wallet wallet) {
    static Resident of(String name, Person person) {
        return new Resident(name, person, new Wallet());
    }

    /** The person's membership in their only team, which the person may have left. */
    String membership() {
        return name + "@team";
    }
}

package dev.latchkey.demo;

import dev.latchkey.login.Passwords;
import dev.latchkey.model.ClockAndDice;
import dev.latchkey.model.Occasion;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.GrantStores;
import dev.latchkey.storage.People;
import dev.latchkey.storage.Stores;
import java.util.random.RandomGenerator;

/** What the demo fills with sample data, and what it draws the data with. */
public record DemoStore(
        People people,
        Credentials credentials,
        GrantStores grants,
        Passwords passwords,
        ClockAndDice clockAndDice) {
    public static DemoStore on(Stores stores, Passwords passwords, ClockAndDice clockAndDice) {
        return new DemoStore(
                stores.users().people(),
                stores.credentials().credentials(),
                stores.grants(),
                passwords,
                clockAndDice);
    }

    RandomGenerator dice() {
        return clockAndDice.dice();
    }

    Occasion here() {
        return clockAndDice.here();
    }
}

package dev.latchkey.demo;

import dev.latchkey.login.Passwords;
import dev.latchkey.model.ClockAndRandom;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.Credentials;
import dev.latchkey.storage.GrantStores;
import dev.latchkey.storage.Stores;
import dev.latchkey.storage.Users;
import java.util.random.RandomGenerator;

/** What the demo fills with sample data, and what it draws the data with. */
public record DemoStore(
        Users people,
        Credentials credentials,
        GrantStores grants,
        Passwords passwords,
        ClockAndRandom clockAndDice) {
    public static DemoStore on(Stores stores, Passwords passwords, ClockAndRandom clockAndDice) {
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

    RequestMoment here() {
        return clockAndDice.here();
    }
}

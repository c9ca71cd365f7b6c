package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.storage.database.Database;
import java.time.InstantSource;

/** The stores of consents, codes, token pairs and grants. */
public record GrantStores(
        Consents consents, Codes codes, Pairs pairs, StandingGrants standingGrants) {
    static GrantStores on(Database database, Limits limits, Rules rules, InstantSource clock) {
        var pairs = new Pairs(database, limits, rules, clock);
        return new GrantStores(
                new Consents(database, limits),
                new Codes(database, pairs, rules),
                pairs,
                new StandingGrants(database, limits));
    }
}

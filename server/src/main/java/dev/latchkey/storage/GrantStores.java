package dev.latchkey.storage;

import dev.latchkey.model.Limits;
import dev.latchkey.model.Rules;
import dev.latchkey.model.time.StoreClock;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.grants.ActiveGrants;
import dev.latchkey.storage.grants.AuthorizationCodes;
import dev.latchkey.storage.grants.ChildTokens;
import dev.latchkey.storage.grants.Consents;
import dev.latchkey.storage.grants.DeviceRequests;
import dev.latchkey.storage.issued.IssuedTokens;
import dev.latchkey.storage.issued.LeakedSecrets;
import dev.latchkey.storage.issued.TokenRevocation;
import dev.latchkey.storage.pairs.Pairs;
import java.util.function.Supplier;

/** The stores of consents, codes, token pairs, child tokens and grants. */
public record GrantStores(
    Consents consents,
    AuthorizationCodes codes,
    Pairs pairs,
    ChildTokens childTokens,
    ActiveGrants activeGrants,
    DeviceRequests deviceRequests,
    LeakedSecrets leakedSecrets,
    IssuedTokens issuedTokens,
    TokenRevocation revocation) {
  static GrantStores on(Database database, Limits limits, Supplier<Rules> rules, StoreClock clock) {
    var pairs = new Pairs(database, limits, rules, clock);
    return new GrantStores(
        new Consents(database, limits),
        new AuthorizationCodes(database, pairs, rules),
        pairs,
        new ChildTokens(database, limits),
        new ActiveGrants(database, limits),
        new DeviceRequests(database, pairs, limits),
        new LeakedSecrets(database, limits),
        new IssuedTokens(database),
        new TokenRevocation(database));
  }
}

package dev.latchkey;

import dev.latchkey.gateway.CallRates;
import dev.latchkey.http.AddressGate;
import dev.latchkey.http.RateLimit;

/** How often each address may ask, a sign-in at a provider may be begun, and a token may call. */
record RateLimits(AddressGate addresses, RateLimit unfinishedExternal, CallRates calls) {
    static RateLimits of(Installation installation) {
        var settings = installation.settings();
        var clock = installation.clock();
        return new RateLimits(
                new AddressGate(settings.rates().address(), clock),
                new RateLimit("external-sign-in", settings.limits().unfinishedExternal(), clock),
                new CallRates(settings.rates(), clock));
    }
}

package dev.latchkey;

import dev.latchkey.gateway.CallRates;
import dev.latchkey.http.AddressGate;
import dev.latchkey.http.RateLimit;

/**
 * The rate limits of this process: for requests from one address, for sign-ins that are started at
 * an external provider and not finished, for calls with one token, and for the questions of one
 * device.
 */
record RateLimits(
        AddressGate addresses, RateLimit unfinishedExternal, CallRates calls, RateLimit devices) {
    static RateLimits of(Installation installation) {
        var settings = installation.settings();
        var clock = installation.clock();
        return new RateLimits(
                new AddressGate(settings.rates().address(), clock),
                new RateLimit("external-sign-in", settings.limits().unfinishedExternal(), clock),
                new CallRates(settings.rates(), clock),
                DeviceFlow.rate(installation));
    }
}

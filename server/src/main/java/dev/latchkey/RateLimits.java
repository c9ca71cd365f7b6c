package dev.latchkey;

import dev.latchkey.gateway.CallRates;
import dev.latchkey.http.AddressGate;
import dev.latchkey.http.RateLimit;
import dev.latchkey.model.Rate;
import java.util.function.Supplier;

/**
 * The rate limits of this process: for requests from one address, for sign-ins that are started at
 * an external provider and not finished, for calls with one token, for entries in the audit log
 * about refused calls with one credential, for the questions of one device, and for reports of
 * leaked secrets from one network.
 */
record RateLimits(
        Supplier<AddressGate> addresses,
        Supplier<RateLimit> unfinishedExternal,
        Supplier<CallRates> calls,
        RateLimit refusedCalls,
        RateLimit devices,
        RateLimit leaks) {
    /** The store accepts fewer entries an hour, for all nodes together. */
    private static final Rate REFUSED_CALLS = new Rate(1, 20);

    private static final int LEAKS_PER_MINUTE = 120;

    static RateLimits of(Installation installation) {
        var live = installation.live();
        var clock = installation.clock();
        return new RateLimits(
                live.derive(
                        to -> to.connections().rates().address(),
                        rate -> new AddressGate(rate, clock)),
                live.derive(
                        to -> to.limits().unfinishedExternal(),
                        rate -> new RateLimit("external-sign-in", rate, clock)),
                live.derive(to -> to.connections().rates(), rates -> new CallRates(rates, clock)),
                new RateLimit("refused-calls", REFUSED_CALLS, clock),
                DeviceFlow.rate(installation),
                new RateLimit("leak", Rate.perMinute(LEAKS_PER_MINUTE), clock));
    }
}

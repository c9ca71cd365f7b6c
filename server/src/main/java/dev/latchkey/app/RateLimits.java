package dev.latchkey.app;

import dev.latchkey.edge.gateway.CallRates;
import dev.latchkey.edge.http.AddressGate;
import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.model.Rate;
import java.util.List;
import java.util.function.Supplier;

/**
 * The rate limits of this process: for requests from one address, for sign-ins that are started at
 * an external provider and not finished, for calls with one token, for entries in the audit log
 * about refused calls with one credential, for the questions of one device, and for what callers of
 * one network present although anyone can invent it: reports of leaked secrets, credentials that do
 * not exist, and wrong answers of passkeys.
 */
record RateLimits(
    Supplier<AddressGate> addresses,
    Supplier<RateLimit> unfinishedExternal,
    Supplier<CallRates> calls,
    RateLimit refusedCalls,
    RateLimit devices,
    RateLimit leaks,
    RateLimit unknownClients,
    RateLimit passkeyAnswers) {
  /** The store accepts fewer entries an hour, for all nodes together. */
  private static final Rate REFUSED_CALLS = new Rate(1, 20);

  private static final int LEAKS_PER_MINUTE = 120;
  private static final int UNKNOWN_CLIENTS_PER_MINUTE = 120;
  private static final int PASSKEY_ANSWERS_PER_MINUTE = 60;

  static RateLimits of(Installation installation) {
    var live = installation.live();
    var clock = installation.clock();
    return new RateLimits(
        live.derive(to -> to.connections().rates().address(), rate -> new AddressGate(rate, clock)),
        live.derive(
            to -> to.limits().unfinishedExternal(),
            rate -> new RateLimit("external-sign-in", rate, clock)),
        live.derive(to -> to.connections().rates(), rates -> new CallRates(rates, clock)),
        new RateLimit("refused-calls", REFUSED_CALLS, clock),
        DeviceFlow.rate(installation),
        new RateLimit("leak", Rate.perMinute(LEAKS_PER_MINUTE), clock),
        new RateLimit("unknown-client", Rate.perMinute(UNKNOWN_CLIENTS_PER_MINUTE), clock),
        new RateLimit("passkey", Rate.perMinute(PASSKEY_ANSWERS_PER_MINUTE), clock));
  }

  /** Frees the memory of callers who have not called for a while. */
  void sweep() {
    addresses.get().sweep();
    calls.get().sweep();
    unfinishedExternal.get().sweep();
    List.of(refusedCalls, devices, leaks, unknownClients, passkeyAnswers).forEach(RateLimit::sweep);
  }
}

package dev.latchkey.app;

import dev.latchkey.edge.http.ClientGuard;
import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.model.Rate;
import dev.latchkey.protocol.authorize.DeviceEndpoint;
import dev.latchkey.protocol.authorize.UserCodes;
import dev.latchkey.protocol.token.DevicePolling;
import dev.latchkey.storage.grants.DeviceRequests;
import java.util.Optional;

/**
 * Builds what devices without a browser use to obtain tokens (RFC 8628), if the operator has turned
 * it on.
 */
record DeviceFlow(Installation installation, ServerKeys keys) {
  /** One request more than the interval allows, because networks delay requests. */
  private static final int BURST = 2;

  static RateLimit rate(Installation installation) {
    int perMinute = (int) Rate.MINUTE.dividedBy(DeviceRequests.POLL_INTERVAL);
    return new RateLimit("device", new Rate(perMinute, BURST), installation.clock());
  }

  UserCodes codes() {
    return new UserCodes(keys::userCodeKeys, installation.random());
  }

  DeviceEndpoint endpoint(ClientGuard clients) {
    var settings = installation.settings();
    return new DeviceEndpoint(
        clients,
        installation.stores().credentials().credentials(),
        installation.stores().grants().deviceRequests(),
        codes(),
        new DeviceEndpoint.Policy(settings.rules().deviceFlow(), installation.limits()),
        installation.random());
  }

  Optional<DevicePolling> polling(RateLimit rate) {
    return installation.settings().rules().deviceFlow().isOn()
        ? Optional.of(
            new DevicePolling(
                installation.stores().grants().deviceRequests(), rate, installation.random()))
        : Optional.empty();
  }
}

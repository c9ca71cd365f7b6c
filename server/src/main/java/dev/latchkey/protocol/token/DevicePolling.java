package dev.latchkey.protocol.token;

import dev.latchkey.edge.http.RateLimit;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.model.token.TokenPair;
import dev.latchkey.storage.grants.DeviceRequests;
import dev.latchkey.storage.grants.Polled;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Answers devices that ask whether their users have decided (RFC 8628 3.4). {@code rate}: how often
 * one device may ask.
 *
 * <p>Each device asks every five seconds, which must not be a write, so the rate is in the memory
 * of this node. A device may ask once for each node.
 */
public record DevicePolling(DeviceRequests requests, RateLimit rate, RandomGenerator random) {
  /** Empty if the device asks too often. */
  Optional<Polled> answer(TokenRequest.ByDevice asked, RequestMoment now) {
    Optional<Secret.Device> device = asked.device();
    if (device.isEmpty()) {
      return Optional.of(Polled.Refused.CODE_UNKNOWN);
    }
    return rate.take(device.get().hash()).isPresent()
        ? Optional.empty()
        : Optional.of(
            requests.poll(
                device.get(), asked.client().claim().client(), TokenPair.mint(random), now));
  }
}

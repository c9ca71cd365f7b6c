package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.Upstream;
import dev.latchkey.model.credential.DirectoryCall;
import java.time.Duration;
import java.util.Optional;

/** What answers an admitted call of the open interface. */
public sealed interface Target {
  /** Latchkey itself (rule 4.4). */
  record BuiltIn(DirectoryCall call) implements Target {}

  /**
   * A service of the platform. A limit that is empty is not set for this row; then the limit of the
   * gateway applies.
   */
  record Forwarded(
      Upstream upstream,
      Optional<Duration> timeout,
      Optional<Long> bodyLimitBytes,
      Optional<Integer> callsPerMinute,
      PathRewrite rewrite)
      implements Target {}
}

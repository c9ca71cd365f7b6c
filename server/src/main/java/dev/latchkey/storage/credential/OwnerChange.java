package dev.latchkey.storage.credential;

import java.time.Duration;
import java.time.Instant;

/**
 * A personal credential has been transferred to another owner. {@code formerOwner} is the name of
 * the previous owner.
 */
public record OwnerChange(String formerOwner, Instant at) {
  /** How long users of the app see a notice about the new owner (rule 6.3). */
  public static final Duration NOTICE_PERIOD = Duration.ofDays(30);
}

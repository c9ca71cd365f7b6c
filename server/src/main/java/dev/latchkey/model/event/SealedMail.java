package dev.latchkey.model.event;

import dev.latchkey.model.Id;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A mail that waits until the mail server has accepted it. Address, subject and text are encrypted
 * under the key file, because a text may contain a link that opens an account.
 *
 * @param cause the organization that causes it, if one does
 * @param at when it was written
 */
public record SealedMail(
    Id.Mail id, Id.User to, Optional<Id.Organization> cause, byte[] content, Instant at) {
  /** How long it is attempted. Longer than all waits together, so that none ends by time alone. */
  public static final Duration KEPT = Duration.ofDays(5);

  /** The most mails that wait. Those that organizations cause leave room for the others. */
  public static final int MOST = 1_000;

  public static final int MOST_OF_ORGANIZATIONS = 800;
  public static final int MOST_OF_ORGANIZATION = 100;
  public static final int MOST_TO_PERSON = 20;
  public static final int MOST_OF_ORGANIZATIONS_TO_PERSON = 10;

  @Override
  public String toString() {
    return "SealedMail[to " + to.value() + "]";
  }
}

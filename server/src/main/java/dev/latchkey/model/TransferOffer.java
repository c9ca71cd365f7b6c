package dev.latchkey.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A personal credential that was offered to another person of its organization, who has not
 * answered yet (decision 6.3). {@code by} is its owner or an administrator.
 */
public record TransferOffer(
        Id.Client client, Id.User to, Id.User by, Instant offeredAt, Instant expiresAt) {
    /** An offer without an answer ends by itself. */
    public static final Duration LIFE = Duration.ofDays(7);
}

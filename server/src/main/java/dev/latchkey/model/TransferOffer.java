package dev.latchkey.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A personal credential has been offered to another person of its organization, who has not
 * answered yet (decision 6.3). {@code by} is its owner or an administrator.
 */
public record TransferOffer(
        Id.Client client, Id.User to, Id.User by, Instant offeredAt, Instant expiresAt) {
    /** An offer that is not answered expires after this time. */
    public static final Duration LIFETIME = Duration.ofDays(7);
}

package dev.latchkey.model;

import java.time.Instant;

/**
 * The person's sign-in needs a code of an authenticator app. {@code since} is when it was set up;
 * {@code recoveryCodes} is the number of unused recovery codes.
 */
public record SecondFactor(Instant since, int recoveryCodes) {}

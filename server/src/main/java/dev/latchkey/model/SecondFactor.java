package dev.latchkey.model;

import java.time.Instant;

/** That a person's sign-in asks for a code of an authenticator app, and since when. */
public record SecondFactor(Instant since, int recoveryCodes) {}

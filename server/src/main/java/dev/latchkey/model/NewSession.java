package dev.latchkey.model;

import java.util.Optional;

/** The session that a sign-in creates, and the session of the same browser that it replaces. */
public record NewSession(Secret.Session key, Optional<Secret.Session> replaced) {}

package dev.latchkey.model;

import java.time.Duration;

/**
 * Every number an operator may turn, with its unit in its name (contract 8; decisions 1.8, 2.3,
 * 2.6, 2.9, 6.5). Checked when it is made: a value out of range never becomes a running server.
 */
public record Limits(
        int codeSeconds,
        int accessTokenSeconds,
        int refreshTokenDays,
        int grantDays,
        int replayGraceSeconds,
        int requestMinutes,
        int sessionIdleMinutes,
        int sessionHours,
        int reauthenticationMinutes,
        int wrongSecretsPerMinute,
        int wrongPasswordsPerMinute,
        int invitationHours,
        int resetMinutes,
        int storageMegabytes,
        int memoryMegabytes,
        int usageDays,
        int signingKeyDays,
        int signingKeyOverlapMinutes,
        int unfinishedExternalPerMinute) {

    public static final Limits DEFAULT =
            new Limits(
                    300, 86_400, 30, 365, 60, 30, 120, 24, 10, 20, 10, 72, 60, 0, 256, 90, 30, 60,
                    120);

    public Limits {
        within("code_seconds", codeSeconds, 10, 600);
        within("access_token_seconds", accessTokenSeconds, 60, 30 * 86_400);
        within("refresh_token_days", refreshTokenDays, 1, 3_650);
        within("grant_days", grantDays, 1, 3_650);
        within("replay_grace_seconds", replayGraceSeconds, 1, 600);
        within("request_minutes", requestMinutes, 1, 120);
        within("session_idle_minutes", sessionIdleMinutes, 1, 10_080);
        within("session_hours", sessionHours, 1, 720);
        within("reauthentication_minutes", reauthenticationMinutes, 1, 1_440);
        within("wrong_secrets_per_minute", wrongSecretsPerMinute, 1, 10_000);
        within("wrong_passwords_per_minute", wrongPasswordsPerMinute, 1, 10_000);
        within("invitation_hours", invitationHours, 1, 720);
        within("reset_minutes", resetMinutes, 5, 1_440);
        within("storage_megabytes", storageMegabytes, 0, 1_000_000);
        within("memory_megabytes", memoryMegabytes, 0, 100_000);
        within("usage_days", usageDays, CallsPerDay.DAYS, 3_650);
        within("signing_key_days", signingKeyDays, 1, 365);
        within("signing_key_overlap_minutes", signingKeyOverlapMinutes, 10, 720);
        within("unfinished_external_per_minute", unfinishedExternalPerMinute, 1, 10_000);
    }

    public Duration code() {
        return Duration.ofSeconds(codeSeconds);
    }

    public Duration accessToken() {
        return Duration.ofSeconds(accessTokenSeconds);
    }

    public Duration refreshToken() {
        return Duration.ofDays(refreshTokenDays);
    }

    public Duration grant() {
        return Duration.ofDays(grantDays);
    }

    public Duration replayGrace() {
        return Duration.ofSeconds(replayGraceSeconds);
    }

    public Duration request() {
        return Duration.ofMinutes(requestMinutes);
    }

    public Duration sessionIdle() {
        return Duration.ofMinutes(sessionIdleMinutes);
    }

    public Duration session() {
        return Duration.ofHours(sessionHours);
    }

    public Duration reauthentication() {
        return Duration.ofMinutes(reauthenticationMinutes);
    }

    public Duration invitation() {
        return Duration.ofHours(invitationHours);
    }

    public Duration reset() {
        return Duration.ofMinutes(resetMinutes);
    }

    public Duration usage() {
        return Duration.ofDays(usageDays);
    }

    /** Sign-ins at other services that were begun from one network and not completed. */
    public Rate unfinishedExternal() {
        return Rate.perMinute(unfinishedExternalPerMinute);
    }

    public Duration signingKey() {
        return Duration.ofDays(signingKeyDays);
    }

    /** How long a key is published before it signs, and after its successor does. */
    public Duration signingKeyOverlap() {
        return Duration.ofMinutes(signingKeyOverlapMinutes);
    }

    static void within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d, not %d".formatted(name, least, most, value));
        }
    }
}

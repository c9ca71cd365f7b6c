package dev.latchkey.model;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.latchkey.edge.http.ClientTimeouts;
import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.model.audit.AuditLimits;
import dev.latchkey.storage.credential.OrganizationTokens;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contract 8: the server does not start with a value out of range. */
class LimitsTest {
  @ParameterizedTest
  @CsvSource({
    "code_seconds, 10, 600",
    "access_token_seconds, 60, 2592000",
    "refresh_token_days, 1, 3650",
    "grant_days, 1, 3650",
    "replay_grace_seconds, 1, 600",
    "request_minutes, 1, 120",
    "session_idle_minutes, 1, 10080",
    "session_hours, 1, 720",
    "reauthentication_minutes, 1, 1440",
    "wrong_secrets_per_minute, 1, 10000",
    "wrong_passwords_per_minute, 1, 10000",
    "invitation_hours, 1, 720",
    "reset_minutes, 5, 1440",
    "storage_megabytes, 0, 1000000",
    "memory_megabytes, 0, 100000",
    "usage_days, 30, 3650",
    "signing_key_days, 1, 365",
    "signing_key_overlap_minutes, 10, 720",
    "unfinished_external_per_minute, 1, 10000"
  })
  void a_limit_stays_in_its_range(String name, int least, int most) {
    Limit limit = Limit.valueOf(name.toUpperCase(Locale.ROOT));
    assertRange(value -> new Limits(Map.of(limit, value)), name, least, most);
  }

  @ParameterizedTest
  @CsvSource({
    "total, 16, 1000000",
    "by_address, 1, 1000000",
    "memory_megabytes, 1, 100000",
    "pipelined, 1, 10000"
  })
  void a_limit_of_connections_stays_in_its_range(String name, int least, int most) {
    assertRange(ConnectionLimits.DEFAULT, name, least, most);
  }

  @ParameterizedTest
  @CsvSource({
    "head_seconds, 1, 600",
    "stall_seconds, 1, 600",
    "bytes_per_second, 1, 1000000",
    "idle_seconds, 1, 3600",
    "stop_seconds, 1, 3600"
  })
  void a_timeout_stays_in_its_range(String name, int least, int most) {
    assertRange(ClientTimeouts.DEFAULT, name, least, most);
  }

  @ParameterizedTest
  @CsvSource({"days, 1, 36500", "rows, 1000, 2000000000"})
  void a_limit_of_the_audit_log_stays_in_its_range(String name, int least, int most) {
    assertRange(AuditLimits.DEFAULT, name, least, most);
  }

  @ParameterizedTest
  @CsvSource({"per_minute, 1, 1000000", "burst, 1, 1000000"})
  void a_rate_stays_in_its_range(String name, int least, int most) {
    assertRange(Rate.perMinute(7), name, least, most);
  }

  @Test
  void a_number_counts_the_unit_in_its_name() {
    Limits limits =
        new Limits(
            Map.ofEntries(
                entry(Limit.CODE_SECONDS, 10),
                entry(Limit.ACCESS_TOKEN_SECONDS, 60),
                entry(Limit.REFRESH_TOKEN_DAYS, 3),
                entry(Limit.GRANT_DAYS, 4),
                entry(Limit.REPLAY_GRACE_SECONDS, 5),
                entry(Limit.REQUEST_MINUTES, 6),
                entry(Limit.SESSION_IDLE_MINUTES, 7),
                entry(Limit.SESSION_HOURS, 8),
                entry(Limit.REAUTHENTICATION_MINUTES, 9),
                entry(Limit.INVITATION_HOURS, 12),
                entry(Limit.RESET_MINUTES, 13),
                entry(Limit.USAGE_DAYS, 36),
                entry(Limit.SIGNING_KEY_DAYS, 17),
                entry(Limit.SIGNING_KEY_OVERLAP_MINUTES, 18),
                entry(Limit.UNFINISHED_EXTERNAL_PER_MINUTE, 19)));

    assertThat(limits.code()).isEqualTo(Duration.ofSeconds(10));
    assertThat(limits.accessToken()).isEqualTo(Duration.ofSeconds(60));
    assertThat(limits.refreshToken()).isEqualTo(Duration.ofDays(3));
    assertThat(limits.grant()).isEqualTo(Duration.ofDays(4));
    assertThat(limits.replayGrace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(limits.request()).isEqualTo(Duration.ofMinutes(6));
    assertThat(limits.sessionIdle()).isEqualTo(Duration.ofMinutes(7));
    assertThat(limits.session()).isEqualTo(Duration.ofHours(8));
    assertThat(limits.reauthentication()).isEqualTo(Duration.ofMinutes(9));
    assertThat(limits.invitation()).isEqualTo(Duration.ofHours(12));
    assertThat(limits.reset()).isEqualTo(Duration.ofMinutes(13));
    assertThat(limits.usage()).isEqualTo(Duration.ofDays(36));
    assertThat(limits.signingKey()).isEqualTo(Duration.ofDays(17));
    assertThat(limits.signingKeyOverlap()).isEqualTo(Duration.ofMinutes(18));
    assertThat(limits.unfinishedExternal()).isEqualTo(Rate.perMinute(19));
    assertThat(new AuditLimits(20, 1_000).age()).isEqualTo(Duration.ofDays(20));
  }

  @Test
  void timeouts_and_megabytes_count_the_unit_in_their_names() {
    var timeouts = new ClientTimeouts(1, 2, 3, 4, 5);
    assertThat(timeouts.head()).isEqualTo(Duration.ofSeconds(1));
    assertThat(timeouts.stall()).isEqualTo(Duration.ofSeconds(2));
    assertThat(timeouts.idle()).isEqualTo(Duration.ofSeconds(4));
    assertThat(timeouts.stop()).isEqualTo(Duration.ofSeconds(5));

    var connections = new ConnectionLimits(16, 2, 4, 5);
    assertThat(connections.memoryBytes()).isEqualTo(4 * 1_048_576L);
    assertThat(connections.memoryBytesByAddress()).isEqualTo(2 * 1_048_576L);
    assertThat(connections.withTotal(17)).isEqualTo(new ConnectionLimits(17, 2, 4, 5));
  }

  @Test
  void an_overlap_is_as_long_as_it_says() {
    assertThat(
            Arrays.stream(OrganizationTokens.Overlap.values())
                .map(OrganizationTokens.Overlap::length))
        .containsExactly(
            Duration.ZERO, Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));
  }

  private static void assertRange(Record defaults, String name, int least, int most) {
    assertRange(value -> with(defaults, name, value), name, least, most);
  }

  private static void assertRange(IntFunction<Object> made, String name, int least, int most) {
    assertThat(made.apply(least)).isNotNull();
    assertThat(made.apply(most)).isNotNull();
    for (int outside : new int[] {least - 1, most + 1}) {
      assertThatThrownBy(() -> made.apply(outside))
          .hasMessage("%s must be from %d to %d, not %d".formatted(name, least, most, outside));
    }
  }

  /** A copy of {@code numbers} in which the component {@code name} has this value. */
  private static Object with(Record numbers, String name, int value) {
    RecordComponent[] components = numbers.getClass().getRecordComponents();
    Object[] values =
        Arrays.stream(components)
            .map(component -> inFile(component).equals(name) ? value : get(component, numbers))
            .toArray();
    try {
      return numbers.getClass().getConstructors()[0].newInstance(values);
    } catch (InvocationTargetException refused) {
      throw new IllegalArgumentException(refused.getTargetException().getMessage(), refused);
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException(broken);
    }
  }

  /** The key of the component in the configuration file. */
  private static String inFile(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static Object get(RecordComponent component, Record numbers) {
    try {
      return component.getAccessor().invoke(numbers);
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException(broken);
    }
  }
}

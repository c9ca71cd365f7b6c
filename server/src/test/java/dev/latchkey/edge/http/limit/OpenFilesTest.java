package dev.latchkey.edge.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.ConnectionLimits;
import dev.latchkey.edge.http.OpenFiles;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The limit on connections when the operating system allows fewer open files. */
class OpenFilesTest {
  private static final ConnectionLimits CONFIGURED = ConnectionLimits.DEFAULT;

  @Test
  void the_configured_limit_holds_where_there_are_enough_files() {
    assertThat(OpenFiles.fit(CONFIGURED, OptionalLong.empty())).isEqualTo(CONFIGURED);
    assertThat(OpenFiles.fit(CONFIGURED, OptionalLong.of(16_896))).isEqualTo(CONFIGURED);
  }

  @Test
  void the_limit_is_lowered_where_files_would_run_out() {
    assertThat(OpenFiles.fit(CONFIGURED, OptionalLong.of(16_895)))
        .isEqualTo(CONFIGURED.withTotal(16_383));
    assertThat(OpenFiles.fit(CONFIGURED, OptionalLong.of(4_096)))
        .isEqualTo(CONFIGURED.withTotal(3_584));
    assertThat(OpenFiles.fit(CONFIGURED, OptionalLong.of(256))).isEqualTo(CONFIGURED.withTotal(16));
  }

  @Test
  void the_limit_of_this_process_is_known() {
    assertThat(OpenFiles.available().orElse(0)).isPositive();
  }
}

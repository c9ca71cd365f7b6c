package dev.latchkey.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Where the system gives fewer files than the limit of connections wants. */
class OpenFilesTest {
    private static final ConnectionLimits WISHED = ConnectionLimits.DEFAULT;

    @Test
    void as_many_connections_as_wished_where_there_are_files_for_them() {
        assertThat(OpenFiles.fit(WISHED, OptionalLong.empty())).isEqualTo(WISHED);
        assertThat(OpenFiles.fit(WISHED, OptionalLong.of(16_896))).isEqualTo(WISHED);
    }

    @Test
    void fewer_connections_where_files_would_run_out_and_all_else_as_wished() {
        assertThat(OpenFiles.fit(WISHED, OptionalLong.of(16_895)))
                .isEqualTo(WISHED.withTotal(16_383));
        assertThat(OpenFiles.fit(WISHED, OptionalLong.of(4_096)))
                .isEqualTo(WISHED.withTotal(3_584));
        assertThat(OpenFiles.fit(WISHED, OptionalLong.of(256))).isEqualTo(WISHED.withTotal(16));
    }

    @Test
    void the_limit_of_this_process_is_known() {
        assertThat(OpenFiles.most().orElse(0)).isPositive();
    }
}

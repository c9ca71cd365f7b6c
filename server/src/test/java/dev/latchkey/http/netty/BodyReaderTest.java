package dev.latchkey.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
    @Test
    void chunks_that_arrive_together_are_one_part() {
        var reader = new BodyReader(OptionalLong.empty());
        ByteBuf in = buffer("1\r\na\r\n".repeat(1_000) + "2\r\nb");

        ByteBuf first = reader.next(in);

        assertThat(first).isNotNull();
        assertThat(first.toString(StandardCharsets.US_ASCII)).isEqualTo("a".repeat(1_000) + "b");
        assertThat(reader.next(in)).isNull();
        ByteBuf rest = buffer("c\r\n0\r\n\r\n");
        ByteBuf second = reader.next(rest);
        assertThat(second).isNotNull();
        assertThat(second.toString(StandardCharsets.US_ASCII)).isEqualTo("c");
        assertThat(reader.isDone()).isTrue();
    }

    private static ByteBuf buffer(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }
}

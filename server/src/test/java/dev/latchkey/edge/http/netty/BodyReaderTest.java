package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BodyReaderTest {
  @Test
  void chunks_that_arrive_together_are_one_part() {
    var reader = new BodyReader(OptionalLong.empty());
    ByteBuf in = buffer("1\r\na\r\n".repeat(1_000) + "2\r\nb");

    assertThat(text(reader.next(in))).isEqualTo("a".repeat(1_000) + "b");
    assertThat(reader.next(in)).isNull();
    assertThat(text(reader.next(buffer("c\r\n0\r\n\r\n")))).isEqualTo("c");
    assertThat(reader.isDone()).isTrue();
  }

  private static String text(@Nullable ByteBuf part) {
    return part == null ? "" : part.toString(StandardCharsets.US_ASCII);
  }

  private static ByteBuf buffer(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }
}

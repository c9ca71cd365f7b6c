package dev.latchkey.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {
  private static final String SOUND =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 2\r\n"
          + "Set-Cookie: one=1\r\nSet-Cookie: two=2\r\n\r\n{}";

  @Test
  void an_answer_is_read_whole() throws IOException {
    Answer answer = read(SOUND);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("{}");
    assertThat(answer.all("Content-Type")).containsExactly("application/json");
    assertThat(answer.all("Set-Cookie")).containsExactly("one=1", "two=2");
    assertThat(answer.all("Content")).isEmpty();
  }

  @Test
  void an_answer_that_comes_byte_by_byte_is_the_same() throws IOException {
    var reader = new AnswerReader();
    var in = Channels.newChannel(byteByByte(SOUND + SOUND));

    assertThat(whole(reader, in).text()).isEqualTo("{}");
    assertThat(whole(reader, in).text()).isEqualTo("{}");
  }

  @Test
  void a_head_that_differs_from_the_previous_one_is_parsed_again() throws IOException {
    var reader = new AnswerReader();
    String longer = SOUND.replace("length: 2", "length: 3").replace("{}", "[1]");

    assertThat(whole(reader, Channels.newChannel(byteByByte(SOUND))).text()).isEqualTo("{}");
    assertThat(whole(reader, Channels.newChannel(byteByByte(longer))).text()).isEqualTo("[1]");
    assertThat(whole(reader, Channels.newChannel(byteByByte(SOUND))).text()).isEqualTo("{}");
  }

  @Test
  void an_answer_larger_than_the_first_buffer_is_read_whole() throws IOException {
    String body = "x".repeat(100_000);

    Answer answer = read("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + body);

    assertThat(answer.text()).isEqualTo(body);
  }

  @Test
  void an_answer_without_a_body_is_read() throws IOException {
    Answer answer = read("HTTP/1.1 303 See Other\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n");

    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}",
      })
  void malformed_answers_are_refused(String sent) {
    assertThatThrownBy(() -> read(sent)).isInstanceOf(ProtocolException.class);
  }

  @Test
  void a_connection_that_ends_within_an_answer_is_an_error() {
    assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}"))
        .isInstanceOf(EOFException.class);
  }

  private static Answer read(String sent) throws IOException {
    return whole(new AnswerReader(), Channels.newChannel(new ByteArrayInputStream(bytes(sent))));
  }

  private static Answer whole(AnswerReader reader, ReadableByteChannel in) throws IOException {
    Optional<Answer> answer = reader.read(in);
    while (answer.isEmpty()) {
      answer = reader.read(in);
    }
    return answer.get();
  }

  private static InputStream byteByByte(String sent) {
    return new ByteArrayInputStream(bytes(sent)) {
      @Override
      public synchronized int read(byte[] into, int from, int most) {
        return super.read(into, from, Math.min(most, 1));
      }

      @Override
      public synchronized int available() {
        return 0;
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

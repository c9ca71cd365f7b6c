package dev.latchkey.edge.http.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.fuzz.ParserFuzz;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The bytes of a connection: the same requests are read in whatever pieces the bytes arrive, and
 * again when the requests are written and read once more.
 */
class RequestReaderFuzzTest extends ParserFuzz {
  private record Message(String line, List<String> fields, String body) {
    @Override
    public String toString() {
      return line
          + "\r\n"
          + fields.stream().map(field -> field + "\r\n").collect(Collectors.joining())
          + "\r\n";
    }
  }

  @Override
  protected void holds(byte[] input) {
    List<Message> whole = read(input, input.length);
    assertThat(read(input, 1)).isEqualTo(whole);
    assertThat(read(input, 7)).isEqualTo(whole);
    for (Message message : whole) {
      byte[] head = message.toString().getBytes(ISO_8859_1);
      var in = Unpooled.wrappedBuffer(head);
      assertThat(new HeadReader().read(in))
          .isInstanceOfSatisfying(
              RequestHead.class, again -> assertThat(line(again)).isEqualTo(message.line()));
      assertThat(in.isReadable()).isFalse();
      assertThat(message.body().length()).isLessThanOrEqualTo(input.length);
    }
  }

  private static List<Message> read(byte[] input, int piece) {
    var in = Unpooled.buffer();
    var heads = new HeadReader();
    var messages = new ArrayList<Message>();
    RequestHead head = null;
    BodyReader body = null;
    var text = new StringBuilder();
    for (int at = 0; at < input.length; at += piece) {
      in.writeBytes(input, at, Math.min(piece, input.length - at));
      while (true) {
        if (head == null || body == null) {
          HeadReader.Result result = heads.read(in);
          if (result instanceof HeadReader.Refused) {
            return messages;
          }
          if (!(result instanceof RequestHead sound)) {
            break;
          }
          head = sound;
          body = new BodyReader(sound.length());
          text.setLength(0);
        }
        for (ByteBuf part = body.next(in); part != null; part = body.next(in)) {
          text.append(part.toString(ISO_8859_1));
          part.release();
        }
        if (body.isBroken()) {
          return messages;
        }
        if (!body.isDone()) {
          break;
        }
        messages.add(new Message(line(head), fields(head), text.toString()));
        head = null;
      }
    }
    return messages;
  }

  private static String line(RequestHead head) {
    String query = head.query().isEmpty() ? "" : "?" + head.query();
    return head.method()
        + " "
        + head.path()
        + query
        + (head.isHttp10() ? " HTTP/1.0" : " HTTP/1.1");
  }

  private static List<String> fields(RequestHead head) {
    return head.names().stream()
        .flatMap(name -> head.all(name).stream().map(value -> name + ": " + value))
        .toList();
  }
}

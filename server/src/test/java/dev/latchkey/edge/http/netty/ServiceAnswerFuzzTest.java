package dev.latchkey.edge.http.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.HeaderLines;
import dev.latchkey.fuzz.ParserFuzz;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An answer of a service: the lines that are passed on are exactly its headers. */
class ServiceAnswerFuzzTest extends ParserFuzz {
  @Override
  protected void holds(byte[] input) {
    var channel = new EmbeddedChannel(new HttpResponseDecoder());
    try {
      channel.writeInbound(Unpooled.wrappedBuffer(input.clone()));
    } catch (RuntimeException refused) {
      // The caller gets a 502.
    }
    for (Object part = channel.readInbound(); part != null; part = channel.readInbound()) {
      if (part instanceof HttpResponse head && head.decoderResult().isSuccess()) {
        check(new ServiceAnswer(head));
      }
      ReferenceCountUtil.release(part);
    }
    try {
      channel.finishAndReleaseAll();
    } catch (RuntimeException refused) {
      // The answer ended too early.
    }
  }

  private static void check(ServiceAnswer answer) {
    if (!answer.isValid()) {
      return;
    }
    List<Header> headers = answer.headers();
    String lines = new String(HeaderLines.of(headers).bytes(), StandardCharsets.ISO_8859_1);
    assertThat(lines.split("\r\n", -1)).hasSize(headers.size() + 1);
    assertThat(lines.chars().filter(sign -> sign == '\n').count()).isEqualTo(headers.size());
    answer.isKeptAlive();
  }
}

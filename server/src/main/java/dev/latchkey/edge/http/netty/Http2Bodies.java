package dev.latchkey.edge.http.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import java.util.HashMap;
import java.util.Map;

/**
 * Parts of bodies on their way to their streams. The library keeps them while a stream does not
 * read, and counts only their bytes against the window of the connection. A part of one byte is an
 * object, too, and keeps the whole buffer in which it arrived, so it is copied, and counted.
 */
final class Http2Bodies extends ChannelInboundHandlerAdapter {
  /** A frame and its buffer. */
  private static final int PART_BYTES = 200;

  /** By the id of the stream. */
  private final Map<Integer, Integer> unreadParts = new HashMap<>();

  private long unread;

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    if (frame instanceof Http2DataFrame data) {
      unreadParts.merge(data.stream().id(), 1, Integer::sum);
      unread++;
      context.fireChannelRead(copy(data));
    } else {
      context.fireChannelRead(frame);
    }
  }

  private static Http2DataFrame copy(Http2DataFrame data) {
    try {
      ByteBuf copy = Unpooled.copiedBuffer(data.content());
      return new DefaultHttp2DataFrame(copy, data.isEndStream(), data.padding())
          .stream(data.stream());
    } finally {
      data.release();
    }
  }

  /** The stream has read a part. */
  void read(int stream) {
    if (unreadParts.computeIfPresent(stream, (id, parts) -> parts - 1) != null) {
      unread--;
    }
  }

  /** The stream is closed, and what it has not read is released. */
  void ended(int stream) {
    Integer parts = unreadParts.remove(stream);
    unread -= parts == null ? 0 : parts;
  }

  /** What the parts hold apart from their bytes. */
  long heldBytes() {
    return unread * PART_BYTES;
  }
}

package dev.latchkey.edge.http.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** What waits to be sent on a channel. */
final class Outbound {
  private static final int SMALL = 512;

  private Outbound() {}

  /**
   * Bytes that wait to be sent keep the whole buffer in which they arrived, and many small parts
   * keep many large buffers. If a part is much smaller than its buffer, it is copied. The part is
   * released in this case.
   */
  static ByteBuf compact(ByteBuf part, int capacity) {
    if (capacity <= 2 * part.readableBytes() + SMALL) {
      return part;
    }
    try {
      return Unpooled.copiedBuffer(part);
    } finally {
      part.release();
    }
  }

  static long bytes(Channel channel) {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }
}

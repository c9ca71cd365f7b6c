package dev.latchkey.edge.http.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Estimates how many bytes the library's decoder holds of frames and headers that have not arrived
 * completely, which the decoder does not tell. It is never less than what the decoder holds: all
 * that has arrived since the read before the last complete frame.
 */
final class Http2Input extends ChannelInboundHandlerAdapter {
  /** A frame, and the beginning of a list of headers, which the decoder limits. */
  private static final int MOST_BYTES = 80_000;

  /** The decoder's buffer grows by doubling. */
  private static final int GROWTH = 2;

  private long sinceLastFrame;

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    int length = ((ByteBuf) bytes).readableBytes();
    sinceLastFrame += length;
    context.fireChannelRead(bytes);
    if (sinceLastFrame == 0) {
      // The end of what was just read may be the beginning of a frame.
      sinceLastFrame = length;
    }
  }

  void frameArrived() {
    sinceLastFrame = 0;
  }

  long unparsedBytes() {
    return Math.min(GROWTH * sinceLastFrame, MOST_BYTES);
  }
}

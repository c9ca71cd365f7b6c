package dev.latchkey.http.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** What waits to be sent on a channel. */
final class Outbound {
    private Outbound() {}

    static long bytes(Channel channel) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }
}

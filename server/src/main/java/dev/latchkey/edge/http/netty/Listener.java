package dev.latchkey.edge.http.netty;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A socket that listens. When Linux closes one, it resets the connections that clients have opened
 * and that the server has not accepted yet. A proxy may have sent a request on such a connection,
 * and cannot know whether it was executed. Therefore the socket first ignores new connections, and
 * is closed when all others have been accepted. Accepting until the queue is empty is not enough:
 * connections arrive between the last accept and the close.
 *
 * @param file the file of a Unix socket
 */
record Listener(Channel channel, Optional<SocketFile> file) {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private static final int SOL_SOCKET = 1;
  private static final int SO_ATTACH_FILTER = 26;

  /** struct sock_fprog of Linux: a length, and the address of the instructions. */
  private static final int PROGRAM_BYTES = 16;

  private static final int ADDRESS_AT = 8;
  private static final RawUnixChannelOption FILTER =
      new RawUnixChannelOption("SO_ATTACH_FILTER", SOL_SOCKET, SO_ATTACH_FILTER, PROGRAM_BYTES);

  /**
   * A packet filter (BPF) that drops the first packet of a connection: one with SYN and without
   * ACK. Each instruction has 8 bytes: operation, jumps, and operand. The client sends the packet
   * again after a second, and is refused then, because the socket is closed.
   */
  private static final long[] DROP_NEW = {
    instruction(0x30, 0, 13), // load the byte with the flags of the TCP header
    instruction(0x54, 0, 0x12), // keep SYN and ACK
    instruction(0x15, 1, 0x02), // unless it is SYN alone, skip an instruction
    instruction(0x06, 0, 0), // drop the packet
    instruction(0x06, 0, 0xffff_ffffL) // accept the packet
  };

  private static long instruction(int operation, int jumpIfNot, long operand) {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        ? operation | (long) jumpIfNot << 24 | operand << 32
        : (long) operation << 48 | (long) jumpIfNot << 32 | operand;
  }

  /**
   * From now on clients cannot open connections. Those that they have opened are still accepted.
   * Without epoll there is no such filter, and new connections are accepted until the end.
   */
  void refuseNewConnections() {
    file.ifPresent(SocketFile::delete);
    if (channel instanceof EpollServerSocketChannel) {
      channel.eventLoop().submit(this::dropNew).awaitUninterruptibly();
    }
  }

  private void dropNew() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment instructions = arena.allocateFrom(ValueLayout.JAVA_LONG, DROP_NEW);
      ByteBuffer program = ByteBuffer.allocateDirect(PROGRAM_BYTES).order(ByteOrder.nativeOrder());
      program.putShort(0, (short) DROP_NEW.length);
      program.putLong(ADDRESS_AT, instructions.address());
      channel.config().setOption(FILTER, program);
    } catch (RuntimeException unsupported) {
      LOG.log(System.Logger.Level.DEBUG, "no packet filter", unsupported);
    }
  }

  void close() {
    file.ifPresent(SocketFile::delete);
    channel.close().awaitUninterruptibly();
  }
}

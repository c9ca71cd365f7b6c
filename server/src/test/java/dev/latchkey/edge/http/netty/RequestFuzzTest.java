package dev.latchkey.edge.http.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Security row 116, with generated inputs. An input that Latchkey's reader accepts as a request
 * must be the same request for the library's strict reader and by the grammar of RFC 9112. The
 * random seeds are fixed, so the inputs are always the same.
 */
class RequestFuzzTest {
  private static final int INPUTS = 30_000;
  private static final int PIECES = 1 << 20;

  private static final String LINE = "([A-Z0-9_-]+) ([!-~]+) HTTP/1\\.([01])\r\n";

  /**
   * A head by the grammar of RFC 9112, restricted to methods in capitals and without optional
   * syntax.
   */
  private static final Pattern HEAD =
      Pattern.compile(
          "(?:\r\n)*" + LINE + "((?:[A-Za-z0-9!#$%&'*+.^_`|~-]+:[\t -~\u0080-\u00ff]*\r\n)*)\r\n");

  private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,15})\r\n");

  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "get", "Get", "M-SEARCH", "G\tET", "", "PO,ST");
  private static final List<String> TARGETS =
      List.of("/", "/a?b=c", "/a b", "/%00", "/a#b", "*", "http://x/y", "/\u00e9", "");
  private static final List<String> VERSIONS =
      List.of("HTTP/1.1", "HTTP/1.0", "HTTP/1.2", "HTTP/0.9", "HTTP/2.0", "http/1.1", "HTTP/1.1 ");
  private static final List<String> FIELDS =
      List.of(
          "X: y",
          "X:y",
          "X:\t y \t",
          "X:",
          ": y",
          "X : y",
          " X: y",
          "\tfolded",
          "X",
          "X: a\u0000b",
          "X: a\rb",
          "X: a\nb",
          "X: \u00fc",
          "X\u00fc: y",
          "X(: y",
          "Content-Length: BODY",
          "Content-Length: BODY",
          "content-length: BODY",
          "Content-Length: +BODY",
          "Content-Length: BODY, BODY",
          "Content-Length: BODY BODY",
          "Content-Length: 0xBODY",
          "Content-Length:",
          "Content-Length: 99999999999999999999",
          "Content-Length : BODY",
          "Transfer-Encoding: chunked",
          "Transfer-Encoding: chunked",
          "transfer-encoding: CHUNKED",
          "Transfer-Encoding: chunked, chunked",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: chunked, identity",
          "Transfer-Encoding: identity",
          "Transfer-Encoding:\u000bchunked",
          "Transfer-Encoding:",
          "Transfer-Encoding : chunked",
          "Connection: close",
          "Connection: keep-alive",
          "Expect: 100-continue",
          "Host: b");
  private static final List<String> SIZES =
      List.of(
          "5",
          "05",
          "a",
          "A",
          "5;x=y",
          "5 ",
          " 5",
          "+5",
          "-5",
          "0x5",
          "5\n",
          "",
          "fffffffffffffffff");

  /** One request. The names of its headers are in lower case. */
  private record Message(
      String method, String target, Map<String, List<String>> headers, String body) {}

  /**
   * The complete requests of an input, and whether something other than a request followed them.
   */
  private record Reading(List<Message> messages, boolean isRefused) {}

  @Test
  void a_request_is_the_same_for_the_library_and_by_the_grammar() {
    var random = new Random(9_112);
    int accepted = 0;
    int refusedHereAlone = 0;
    for (int i = 0; i < INPUTS; i++) {
      String input = input(random);

      Reading own = read(input, rest -> rest);
      Reading libraries = library(input);
      Reading grammar = grammar(input);

      assertThat(own).as(input).isEqualTo(grammar);
      assertThat(libraries.messages().size())
          .as(input)
          .isGreaterThanOrEqualTo(own.messages().size());
      assertThat(libraries.messages().subList(0, own.messages().size()))
          .as(input)
          .isEqualTo(own.messages());
      accepted += own.messages().size();
      refusedHereAlone += libraries.messages().size() > own.messages().size() ? 1 : 0;
    }
    // Neither reader accepts or refuses everything, so the comparison is meaningful.
    assertThat(accepted).isGreaterThan(INPUTS / 4);
    assertThat(refusedHereAlone).isGreaterThan(INPUTS / 100);
  }

  @Test
  void it_makes_no_difference_in_which_pieces_the_bytes_come() {
    var random = new Random(2_112);
    for (int i = 0; i < INPUTS; i++) {
      String input = input(random);
      Reading whole = read(input, rest -> rest);

      assertThat(read(input, rest -> rest.substring(0, 1))).as(input).isEqualTo(whole);
      assertThat(read(input, rest -> rest.substring(0, 1 + random.nextInt(rest.length()))))
          .as(input)
          .isEqualTo(whole);
    }
  }

  private static String input(Random random) {
    var input = new StringBuilder();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      input.append(request(random));
    }
    for (int changes = random.nextInt(4) - 1; changes > 0; changes--) {
      change(input, random);
    }
    return input.toString();
  }

  /** A mostly valid request. Each part of it is invalid with a small probability. */
  private static String request(Random random) {
    String body = "x".repeat(random.nextInt(12));
    var request = new StringBuilder(random.nextInt(10) == 0 ? "\r\n" : "");
    request.append(mostly(METHODS, random)).append(' ');
    request.append(mostly(TARGETS, random)).append(' ');
    request.append(mostly(VERSIONS, random)).append(lineEnd(random));
    if (random.nextInt(20) > 0) {
      request.append("Host: a").append(lineEnd(random));
    }
    boolean isChunked = random.nextInt(3) == 0;
    if (isChunked) {
      request.append("Transfer-Encoding: chunked").append(lineEnd(random));
    } else if (random.nextBoolean()) {
      request.append("Content-Length: ").append(body.length()).append(lineEnd(random));
    } else {
      body = "";
    }
    for (int fields = random.nextInt(4) - 1; fields > 0; fields--) {
      String field = FIELDS.get(random.nextInt(FIELDS.size()));
      request.append(field.replace("BODY", String.valueOf(body.length()))).append(lineEnd(random));
    }
    request.append(lineEnd(random));
    return request + (isChunked ? chunks(body, random) : body);
  }

  private static String chunks(String body, Random random) {
    String size =
        random.nextInt(8) == 0
            ? SIZES.get(random.nextInt(SIZES.size()))
            : Integer.toHexString(body.length());
    String chunk = body.isEmpty() ? "" : size + lineEnd(random) + body + lineEnd(random);
    String trailer = random.nextInt(15) == 0 ? "X: y\r\n" : "";
    return chunk + "0" + lineEnd(random) + trailer + lineEnd(random);
  }

  private static String mostly(List<String> choices, Random random) {
    return choices.get(random.nextInt(8) > 0 ? random.nextInt(2) : random.nextInt(choices.size()));
  }

  private static String lineEnd(Random random) {
    return switch (random.nextInt(80)) {
      case 0 -> "\n";
      case 1 -> "\r";
      case 2 -> "\r\r\n";
      case 3 -> " \r\n";
      default -> "\r\n";
    };
  }

  private static void change(StringBuilder input, Random random) {
    int at = random.nextInt(input.length());
    char sign = "\r\n\t \u0000:;,0aZ\u00ff\u007f".charAt(random.nextInt(13));
    switch (random.nextInt(4)) {
      case 0 -> input.setCharAt(at, sign);
      case 1 -> input.insert(at, sign);
      case 2 -> input.deleteCharAt(at);
      default -> input.insert(at, input.substring(random.nextInt(at + 1), at));
    }
    if (input.isEmpty()) {
      input.append(sign);
    }
  }

  /**
   * Reads an input as a connection does. {@code next} chooses the piece that arrives next from the
   * rest of the input.
   */
  private static Reading read(String input, UnaryOperator<String> next) {
    var in = Unpooled.buffer();
    var heads = new HeadReader();
    var messages = new ArrayList<Message>();
    Message begun = null;
    BodyReader reader = null;
    String left = input;
    while (!left.isEmpty()) {
      String piece = next.apply(left);
      left = left.substring(piece.length());
      in.writeBytes(piece.getBytes(ISO_8859_1));
      while (true) {
        if (begun == null || reader == null) {
          HeadReader.Result result = heads.read(in);
          if (result instanceof HeadReader.Refused) {
            return new Reading(messages, true);
          }
          if (!(result instanceof RequestHead head)) {
            break;
          }
          begun = message(head);
          reader = new BodyReader(head.length());
        }
        begun = withBody(begun, reader, in);
        if (reader.isBroken()) {
          return new Reading(messages, true);
        }
        if (!reader.isDone()) {
          break;
        }
        messages.add(begun);
        reader = null;
      }
    }
    return new Reading(messages, false);
  }

  private static Message message(RequestHead head) {
    String query = head.query().isEmpty() ? "" : "?" + head.query();
    return new Message(head.method(), head.path() + query, byName(head.names(), head::all), "");
  }

  private static Message withBody(Message begun, BodyReader reader, ByteBuf in) {
    var body = new StringBuilder(begun.body());
    for (ByteBuf part = reader.next(in); part != null; part = reader.next(in)) {
      body.append(part.toString(ISO_8859_1));
      part.release();
    }
    return new Message(begun.method(), begun.target(), begun.headers(), body.toString());
  }

  private static Map<String, List<String>> byName(
      Iterable<String> names, Function<String, List<String>> values) {
    var byName = new TreeMap<String, List<String>>();
    names.forEach(name -> byName.put(name.toLowerCase(Locale.ROOT), values.apply(name)));
    return byName;
  }

  private static Reading library(String input) {
    var messages = new ArrayList<Message>();
    var channel =
        new EmbeddedChannel(
            new HttpRequestDecoder(
                new HttpDecoderConfig().setStrictLineParsing(true).setMaxChunkSize(PIECES)));
    channel.writeInbound(Unpooled.copiedBuffer(input, ISO_8859_1));
    Message begun = null;
    boolean isRefused = false;
    for (HttpObject object = channel.readInbound();
        object != null;
        object = channel.readInbound()) {
      isRefused |= object.decoderResult().isFailure();
      if (object instanceof HttpRequest head) {
        begun =
            new Message(
                head.method().name(),
                head.uri(),
                byName(head.headers().names(), head.headers()::getAll),
                "");
      }
      if (object instanceof HttpContent part && begun != null) {
        begun =
            new Message(
                begun.method(),
                begun.target(),
                begun.headers(),
                begun.body() + part.content().toString(ISO_8859_1));
        part.release();
      }
      if (object instanceof LastHttpContent && begun != null && !isRefused) {
        messages.add(begun);
        begun = null;
      }
    }
    channel.finishAndReleaseAll();
    return new Reading(messages, isRefused);
  }

  /**
   * Parses the whole input with regular expressions, so that it shares nothing with a reader of
   * bytes.
   */
  private static Reading grammar(String input) {
    var messages = new ArrayList<Message>();
    int at = 0;
    while (true) {
      Matcher head = HEAD.matcher(input).region(at, input.length());
      if (!head.lookingAt()) {
        return new Reading(messages, !isBeginning(input.substring(at)));
      }
      Map<String, List<String>> headers = fields(head.group(4));
      List<String> lengths = headers.getOrDefault("content-length", List.of());
      List<String> encodings = headers.getOrDefault("transfer-encoding", List.of());
      int hosts = headers.getOrDefault("host", List.of()).size();
      boolean isOld = head.group(3).equals("0");
      if (hosts > 1
          || (hosts == 0 && !isOld)
          || lengths.size() + encodings.size() > 1
          || (isOld && !encodings.isEmpty())
          || !lengths.stream().allMatch(length -> length.matches("[0-9]{1,18}"))
          || !encodings.stream().allMatch(coding -> coding.equalsIgnoreCase("chunked"))) {
        return new Reading(messages, true);
      }
      at = head.end();
      String body;
      if (encodings.isEmpty()) {
        long length = lengths.isEmpty() ? 0 : Long.parseLong(lengths.getFirst());
        if (input.length() - at < length) {
          return new Reading(messages, false);
        }
        body = input.substring(at, at + (int) length);
        at += (int) length;
      } else {
        var chunked = new Chunks(input, at);
        if (!chunked.isWhole()) {
          return new Reading(messages, chunked.isBroken);
        }
        body = chunked.body.toString();
        at = chunked.at;
      }
      messages.add(new Message(head.group(1), head.group(2), headers, body));
    }
  }

  private static Map<String, List<String>> fields(String lines) {
    var fields = new TreeMap<String, List<String>>();
    Stream.of(lines.split("\r\n"))
        .filter(line -> !line.isEmpty())
        .forEach(line -> {
          int colon = line.indexOf(':');
          String value = line.substring(colon + 1).replaceAll("^[\t ]+|[\t ]+$", "");
          fields
              .computeIfAbsent(
                  line.substring(0, colon).toLowerCase(Locale.ROOT), first -> new ArrayList<>())
              .add(value);
        });
    return fields;
  }

  /**
   * Whether the rest may still become a head when more bytes arrive: every line so far ends
   * correctly.
   */
  private static boolean isBeginning(String rest) {
    return !rest.matches("(?s)((?:\r\n)*)[^\r\n].*\r\n\r\n.*|(?s).*(^|[^\r])\n.*")
        && rest.indexOf("\r\n\r\n", leading(rest)) < 0;
  }

  private static int leading(String rest) {
    int at = 0;
    while (rest.startsWith("\r\n", at)) {
      at += 2;
    }
    return at;
  }

  /** Parses chunks with a regular expression for each size. */
  private static final class Chunks {
    private final StringBuilder body = new StringBuilder();
    private int at;
    private boolean isWhole;
    private boolean isBroken;

    Chunks(String input, int from) {
      at = from;
      while (!isWhole && !isBroken) {
        Matcher size = CHUNK.matcher(input).region(at, input.length());
        if (!size.lookingAt()) {
          String rest = input.substring(at);
          isBroken = rest.indexOf('\n') >= 0 || rest.length() > 16;
          return;
        }
        at = size.end();
        long length = Long.parseLong(size.group(1), 16);
        if (length > 0 && input.length() - at < length) {
          return;
        }
        body.append(input, at, at + (int) length);
        at += (int) length;
        String end = input.substring(at, Math.min(input.length(), at + 2));
        if (!"\r\n".startsWith(end)) {
          isBroken = true;
        } else if (end.length() < 2) {
          return;
        }
        at += 2;
        isWhole = length == 0;
      }
    }

    boolean isWhole() {
      return isWhole && !isBroken;
    }
  }
}

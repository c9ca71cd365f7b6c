package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Calls of one credential and one organization in the bytes of a row: first each text once, then
 * for each call the numbers of its texts and its own numbers, all of it compressed. The first byte
 * is the version of the form.
 */
public record CallBlock(Id.Client client, Id.Organization organization, List<RecordedCall> calls) {
  private static final int VERSION = 1;

  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  /** What may be read from one block, whatever its bytes say. */
  private static final int MOST_TEXTS = 1 << 20;

  public CallBlock {
    calls = List.copyOf(calls);
  }

  byte[] pack() {
    var numbers = new ByteArrayOutputStream();
    try {
      new Writer(new DataOutputStream(numbers)).write(calls);
      return compressed(numbers.toByteArray());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static byte[] compressed(byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try (var out = new DeflaterOutputStream(bytes, deflater)) {
      out.write(content);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  /** A block that is damaged, or of a later version, has no calls: a page shows the others. */
  static CallBlock unpack(Id.Client client, Id.Organization organization, byte[] content) {
    var bytes = new ByteArrayInputStream(content);
    if (bytes.read() != VERSION) {
      return new CallBlock(client, organization, List.of());
    }
    try (var in = new DataInputStream(new InflaterInputStream(bytes))) {
      return new CallBlock(client, organization, new Reader(in, client, organization).calls());
    } catch (IOException | IllegalArgumentException damaged) {
      LOG.log(System.Logger.Level.WARNING, "A block of calls cannot be read.", damaged);
      return new CallBlock(client, organization, List.of());
    }
  }

  private static final int TEXTS = 12;

  /** The texts of a call, in the order of the block. */
  private static List<String> texts(RecordedCall call) {
    return List.of(
        call.kind().name(),
        call.caller().subject().map(Id::value).orElse(""),
        call.caller().ending(),
        call.asked().method(),
        call.asked().route(),
        call.asked().path(),
        call.decision().reason().map(Enum::name).orElse(""),
        call.decision().missing(),
        call.decision().granted(),
        call.origin().address(),
        call.origin().userAgent(),
        call.origin().trace());
  }

  private record Writer(DataOutputStream out) {
    void write(List<RecordedCall> calls) throws IOException {
      var places = new LinkedHashMap<String, Integer>();
      var used = new int[calls.size() * TEXTS];
      List<String> before = Collections.nCopies(TEXTS, "");
      for (int i = 0; i < calls.size(); i++) {
        List<String> texts = texts(calls.get(i));
        for (int at = 0; at < TEXTS; at++) {
          String text = texts.get(at);
          // Most texts are those of the call before, which costs no look-up.
          used[i * TEXTS + at] =
              i > 0 && text.equals(before.get(at))
                  ? used[(i - 1) * TEXTS + at]
                  : place(text, places);
        }
        before = texts;
      }
      number(places.size());
      for (String text : places.keySet()) {
        out.writeUTF(text);
      }
      number(calls.size());
      long last = 0;
      for (int i = 0; i < calls.size(); i++) {
        write(calls.get(i), Arrays.copyOfRange(used, i * TEXTS, (i + 1) * TEXTS), last);
        last = calls.get(i).at().toEpochMilli();
      }
    }

    private static int place(String text, Map<String, Integer> places) {
      Integer place = places.putIfAbsent(text, places.size());
      return place == null ? places.size() - 1 : place;
    }

    private void write(RecordedCall call, int[] texts, long last) throws IOException {
      out.writeUTF(call.id());
      long elapsed = call.at().toEpochMilli() - last;
      number((elapsed << 1) ^ (elapsed >> (Long.SIZE - 1)));
      for (int text : texts) {
        number(text);
      }
      number(call.decision().status());
      RecordedCall.Cost cost = call.cost();
      number(micros(cost.total()));
      number(cost.service().map(service -> 1 + micros(service)).orElse(0L));
      number(cost.bytes());
    }

    private static long micros(Duration time) {
      return Math.max(0, time.toNanos() / 1_000);
    }

    /** Seven bits in each byte, the lowest first. */
    private void number(long number) throws IOException {
      long rest = number;
      while ((rest & ~0x7fL) != 0) {
        out.writeByte((int) ((rest & 0x7f) | 0x80));
        rest >>>= 7;
      }
      out.writeByte((int) rest);
    }
  }

  private record Reader(DataInputStream in, Id.Client client, Id.Organization organization) {
    List<RecordedCall> calls() throws IOException {
      var texts = new String[count()];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = in.readUTF();
      }
      int size = count();
      var calls = new ArrayList<RecordedCall>(size);
      long last = 0;
      for (int i = 0; i < size; i++) {
        RecordedCall call = call(texts, last);
        calls.add(call);
        last = call.at().toEpochMilli();
      }
      return calls;
    }

    private RecordedCall call(String[] texts, long last) throws IOException {
      String id = in.readUTF();
      long elapsed = number();
      Instant at = Instant.ofEpochMilli(last + ((elapsed >>> 1) ^ -(elapsed & 1)));
      var its = new String[TEXTS];
      for (int i = 0; i < TEXTS; i++) {
        its[i] = text(texts, number());
      }
      int status = (int) number();
      Duration total = micros(number());
      long service = number();
      return new RecordedCall(
          id,
          at,
          RecordedCall.Kind.valueOf(its[0]),
          new RecordedCall.Caller(client, organization, subject(its[1]), its[2]),
          new RecordedCall.Asked(its[3], its[4], its[5]),
          new RecordedCall.Decision(status, reason(its[6]), its[7], its[8]),
          new RecordedCall.Cost(
              total, service == 0 ? Optional.empty() : Optional.of(micros(service - 1)), number()),
          new RecordedCall.Origin(its[9], its[10], its[11]));
    }

    private static String text(String[] texts, long at) throws IOException {
      if (at < 0 || at >= texts.length) {
        throw new IOException("a block of calls has no text " + at);
      }
      return texts[(int) at];
    }

    private static Optional<Id.Subject> subject(String text) {
      return text.isEmpty() ? Optional.empty() : Optional.of(Id.Subject.stored(text));
    }

    private static Optional<CallReason> reason(String name) {
      return name.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Arrays.stream(CallReason.values())
                  .filter(reason -> reason.name().equals(name))
                  .findFirst()
                  .orElse(CallReason.UNNAMED));
    }

    private static Duration micros(long micros) {
      return Duration.ofNanos(micros * 1_000);
    }

    private int count() throws IOException {
      long count = number();
      if (count < 0 || count > MOST_TEXTS) {
        throw new IOException("a block of calls says that it has " + count + " of something");
      }
      return (int) count;
    }

    private long number() throws IOException {
      long number = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        int next = in.readUnsignedByte();
        number |= (long) (next & 0x7f) << shift;
        if ((next & 0x80) == 0) {
          return number;
        }
      }
      throw new IOException("a number in a block of calls is too long");
    }
  }
}

package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.call.CallReason;
import dev.latchkey.model.call.RecordedCall;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;

/** Reads what {@link CallBlockWriter} wrote. The bytes may be damaged. */
final class CallBlockReader {
  /** What may be read from one block, whatever its bytes say. */
  private static final int MOST_TEXTS = 1 << 20;

  /** The shortest call takes more. */
  private static final int LEAST_BYTES = 6;

  private static final int NUMBER_BITS = 7;

  private final ByteBuffer in;
  private final Id.Client client;
  private final Id.Organization organization;
  private final String[] texts;
  private final String[] last = new String[CallBlock.TEXTS];
  private int lastStatus;
  private long lastTime;

  CallBlockReader(ByteBuffer in, Id.Client client, Id.Organization organization)
      throws IOException {
    this.in = in;
    this.client = client;
    this.organization = organization;
    var compressed = new byte[count(in.remaining())];
    in.get(compressed);
    texts = texts(compressed);
    Arrays.fill(last, "");
  }

  private static String[] texts(byte[] compressed) throws IOException {
    try (var bytes =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(compressed)))) {
      var texts = new String[checked(bytes.readInt(), MOST_TEXTS)];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = bytes.readUTF();
      }
      return texts;
    }
  }

  List<RecordedCall> calls() throws IOException {
    int size = count(in.remaining() / LEAST_BYTES);
    var calls = new ArrayList<RecordedCall>(size);
    for (int i = 0; i < size; i++) {
      calls.add(call());
    }
    return calls;
  }

  private RecordedCall call() throws IOException {
    long bits = number();
    for (int i = 0; i < CallBlock.TEXTS; i++) {
      if ((bits & (1L << i)) != 0) {
        last[i] = text();
      }
    }
    if ((bits & CallBlock.STATUS_BIT) != 0) {
      lastStatus = (int) number();
    }
    lastTime += difference();
    String id = (bits & CallBlock.FOREIGN_ID_BIT) == 0 ? id() : text();
    Duration total = micros(number());
    long service = number();
    return new RecordedCall(
        id,
        Instant.ofEpochMilli(lastTime),
        RecordedCall.Kind.valueOf(last[CallBlock.KIND]),
        new RecordedCall.Caller(client, organization, subject(), last[CallBlock.ENDING]),
        new RecordedCall.Asked(last[CallBlock.METHOD], last[CallBlock.ROUTE], last[CallBlock.PATH]),
        new RecordedCall.Decision(
            lastStatus, reason(), last[CallBlock.MISSING], last[CallBlock.GRANTED]),
        new RecordedCall.Cost(
            total, service == 0 ? Optional.empty() : Optional.of(micros(service - 1)), number()),
        new RecordedCall.Origin(
            last[CallBlock.ADDRESS], last[CallBlock.AGENT], last[CallBlock.TRACE]));
  }

  private String text() throws IOException {
    long at = number();
    if (at < 0 || at >= texts.length) {
      throw new IOException("a block of calls has no text " + at);
    }
    return texts[(int) at];
  }

  private String id() throws IOException {
    long millis = lastTime - difference();
    long high = Short.toUnsignedLong(in.getShort());
    return new RequestId.Drawn(millis, (high << Integer.SIZE) | Integer.toUnsignedLong(in.getInt()))
        .text();
  }

  private Optional<Id.Subject> subject() {
    String text = last[CallBlock.SUBJECT];
    return text.isEmpty() ? Optional.empty() : Optional.of(Id.Subject.stored(text));
  }

  private Optional<CallReason> reason() {
    String name = last[CallBlock.REASON];
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

  private int count(int most) throws IOException {
    return checked(in.getInt(), most);
  }

  private static int checked(int count, int most) throws IOException {
    if (count < 0 || count > most) {
      throw new IOException("a block of calls says that it has " + count + " of something");
    }
    return count;
  }

  private long difference() throws IOException {
    long number = number();
    return (number >>> 1) ^ -(number & 1);
  }

  private long number() throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += NUMBER_BITS) {
      int next = in.get();
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IOException("a number in a block of calls is too long");
  }
}

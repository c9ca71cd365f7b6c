package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.RequestId;
import dev.latchkey.model.call.RecordedCall;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes the bytes of one block. A node at full load writes tens of thousands of calls a second, so
 * a text that the call before has too costs no look-up.
 */
final class CallBlockWriter {
  /** What a call takes at most: its id, and less than twenty numbers. */
  private static final int MOST_BYTES = 160;

  private static final int NUMBER_BITS = 7;
  private static final int MORE = 1 << NUMBER_BITS;

  private final Map<String, Integer> places = new LinkedHashMap<>();
  private final ByteBuffer out;
  private String[] last = new String[CallBlock.TEXTS];
  private int lastStatus;
  private long lastTime;

  private CallBlockWriter(int calls) {
    out = ByteBuffer.allocate(calls * MOST_BYTES);
  }

  static byte[] packed(int version, List<RecordedCall> calls) {
    var writer = new CallBlockWriter(calls.size());
    calls.forEach(writer::write);
    byte[] texts = writer.texts();
    return ByteBuffer.allocate(1 + 2 * Integer.BYTES + texts.length + writer.out.position())
        .put((byte) version)
        .putInt(texts.length)
        .put(texts)
        .putInt(calls.size())
        .put(writer.out.flip())
        .array();
  }

  private byte[] texts() {
    var bytes = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try (var compressed = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
      compressed.writeInt(places.size());
      for (String text : places.keySet()) {
        compressed.writeUTF(text);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private void write(RecordedCall call) {
    String[] texts = texts(call);
    int status = call.decision().status();
    Optional<RequestId.Drawn> drawn = RequestId.drawn(call.id());
    int bits =
        (status == lastStatus ? 0 : CallBlock.STATUS_BIT)
            | (drawn.isPresent() ? 0 : CallBlock.FOREIGN_ID_BIT);
    for (int i = 0; i < CallBlock.TEXTS; i++) {
      bits |= texts[i].equals(last[i]) ? 0 : 1 << i;
    }
    number(bits);
    for (int i = 0; i < CallBlock.TEXTS; i++) {
      if ((bits & (1 << i)) != 0) {
        number(place(texts[i]));
      }
    }
    if (status != lastStatus) {
      number(status);
    }
    long time = call.at().toEpochMilli();
    difference(time - lastTime);
    drawn.ifPresentOrElse(id -> id(id, time), () -> number(place(call.id())));
    RecordedCall.Cost cost = call.cost();
    number(micros(cost.total()));
    number(cost.service().map(service -> 1 + micros(service)).orElse(0L));
    number(cost.bytes());
    last = texts;
    lastStatus = status;
    lastTime = time;
  }

  private static String[] texts(RecordedCall call) {
    var texts = new String[CallBlock.TEXTS];
    texts[CallBlock.PATH] = call.asked().path();
    texts[CallBlock.TRACE] = call.origin().trace();
    texts[CallBlock.ADDRESS] = call.origin().address();
    texts[CallBlock.ROUTE] = call.asked().route();
    texts[CallBlock.METHOD] = call.asked().method();
    texts[CallBlock.ENDING] = call.caller().ending();
    texts[CallBlock.AGENT] = call.origin().userAgent();
    texts[CallBlock.SUBJECT] = call.caller().subject().map(Id::value).orElse("");
    texts[CallBlock.REASON] = call.decision().reason().map(Enum::name).orElse("");
    texts[CallBlock.MISSING] = call.decision().missing();
    texts[CallBlock.GRANTED] = call.decision().granted();
    texts[CallBlock.KIND] = call.kind().name();
    return texts;
  }

  private int place(String text) {
    Integer place = places.putIfAbsent(text, places.size());
    return place == null ? places.size() - 1 : place;
  }

  /** An id was drawn shortly before its call ended. The rest of it is random. */
  private void id(RequestId.Drawn id, long time) {
    difference(time - id.millis());
    out.putShort((short) (id.random() >>> Integer.SIZE)).putInt((int) id.random());
  }

  private static long micros(Duration time) {
    return Math.max(0, time.toNanos() / 1_000);
  }

  /** A number that may be negative: its sign is the lowest bit. */
  private void difference(long number) {
    number((number << 1) ^ (number >> (Long.SIZE - 1)));
  }

  /** Seven bits in each byte, the lowest first. */
  private void number(long number) {
    long rest = number;
    while ((rest & -MORE) != 0) {
      out.put((byte) ((rest & (MORE - 1)) | MORE));
      rest >>>= NUMBER_BITS;
    }
    out.put((byte) rest);
  }
}

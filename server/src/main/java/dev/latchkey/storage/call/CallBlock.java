package dev.latchkey.storage.call;

import dev.latchkey.model.Id;
import dev.latchkey.model.call.RecordedCall;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;

/**
 * Calls of one credential and one organization in the bytes of a row: first each text once,
 * compressed, then what is different in each call from the one before, with few bits. The first
 * byte is the version of the form.
 */
public record CallBlock(Id.Client client, Id.Organization organization, List<RecordedCall> calls) {
  private static final int VERSION = 1;

  private static final System.Logger LOG = System.getLogger("dev.latchkey");

  // The places of the texts of a call, and of their bits. Those that differ most often come first,
  // because low bits take less room.
  static final int PATH = 0;
  static final int TRACE = 1;
  static final int ADDRESS = 2;
  static final int ROUTE = 3;
  static final int METHOD = 4;
  static final int ENDING = 5;
  static final int AGENT = 6;
  static final int SUBJECT = 7;
  static final int REASON = 8;
  static final int MISSING = 9;
  static final int GRANTED = 10;
  static final int KIND = 11;
  static final int TEXTS = 12;

  /** The status is not that of the call before. */
  static final int STATUS_BIT = 1 << TEXTS;

  /** The id comes from another program, so it is one of the texts. */
  static final int FOREIGN_ID_BIT = 1 << (TEXTS + 1);

  public CallBlock {
    calls = List.copyOf(calls);
  }

  int size() {
    return calls.size();
  }

  Instant lastAt() {
    return calls.getLast().at();
  }

  byte[] pack() {
    return CallBlockWriter.packed(VERSION, calls);
  }

  /** A block that is damaged, or of a later version, has no calls: a page shows the others. */
  static CallBlock unpack(Id.Client client, Id.Organization organization, byte[] content) {
    var in = ByteBuffer.wrap(content);
    try {
      return in.get() == VERSION
          ? new CallBlock(
              client, organization, new CallBlockReader(in, client, organization).calls())
          : new CallBlock(client, organization, List.of());
    } catch (IOException | IllegalArgumentException | BufferUnderflowException damaged) {
      LOG.log(System.Logger.Level.WARNING, "A block of calls cannot be read.", damaged);
      return new CallBlock(client, organization, List.of());
    }
  }
}

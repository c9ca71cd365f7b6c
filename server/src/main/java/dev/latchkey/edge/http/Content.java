package dev.latchkey.edge.http;

import java.io.InputStream;
import java.util.OptionalLong;

/** The content of a response. */
public sealed interface Content {
  Whole NONE = new Whole(new byte[0]);

  record Whole(byte[] bytes) implements Content {}

  /**
   * Content that is sent while it is read from a source. The source is always closed in the end,
   * whether it was read or not. If reading fails, the connection is closed, so that the client does
   * not take an incomplete answer for a complete one.
   */
  record Streamed(OptionalLong length, InputStream source) implements Content {}

  /**
   * The answer of a service behind the gateway. Status and headers are those that the service
   * sends.
   */
  record Relayed(Relay relay) implements Content {}
}

package dev.latchkey.edge.http;

/** Numbers about the connections of one server, for monitoring. */
public interface Traffic {
  /** Why a connection was refused or closed by a limit. */
  enum Cut {
    /** The limit on all connections was reached, and no connection was idle. */
    TOTAL,
    /** The limit on connections of one address was reached. */
    ADDRESS,
    /** It was idle while the limit was reached and another client wanted to connect. */
    MADE_ROOM,
    /** It was idle for too long. */
    IDLE,
    /** It sent records of TLS with hardly anything in them. */
    EMPTY_RECORDS,
    /** Its request came too slowly. */
    SLOW_REQUEST,
    /** Its client read the answer too slowly. */
    SLOW_READER,
    /** Clients held too much memory, and this connection held much of it. */
    MEMORY,
    /** One network held too much memory, and this connection of it held much of that. */
    ADDRESS_MEMORY,
    /** A stream of HTTP/2 was refused, because too many were open. */
    STREAMS,
    /** A request was refused, because those that are being answered hold too much memory. */
    BUSY
  }

  int open();

  /** What the server holds for all clients together, in bytes. */
  long heldBytes();

  long cut(Cut why);
}

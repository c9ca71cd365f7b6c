package dev.latchkey.load;

/**
 * One client that sends the same request again and again on one connection, so many at a time, and
 * does not wait for answers before it sends more (RFC 9112, section 9.3.2).
 */
public record Pipeline(Address address, byte[] request, int atATime) {}

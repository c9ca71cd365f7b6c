package dev.latchkey.load;

/**
 * A client that sends the same request again and again on one connection, {@code atATime} requests
 * in each write. It does not wait for answers before it sends more (RFC 9112, section 9.3.2).
 */
public record Pipeline(Address address, byte[] request, int atATime) {}

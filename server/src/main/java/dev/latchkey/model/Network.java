package dev.latchkey.model;

/**
 * The part of an IP address that identifies one caller wherever callers are counted: a whole IPv4
 * address, or the first 64 bits of an IPv6 address. {@code http/AddressGate} makes it from an
 * address.
 */
public record Network(String text) {}

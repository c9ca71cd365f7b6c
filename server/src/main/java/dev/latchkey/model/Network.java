package dev.latchkey.model;

/**
 * The part of an address that stands for one caller, wherever callers are counted: an IPv4 address,
 * or the first 64 bits of an IPv6 address. {@code http/AddressGate} tells it of an address.
 */
public record Network(String text) {}

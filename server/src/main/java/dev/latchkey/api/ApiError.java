package dev.latchkey.api;

/** What is wrong with one field of a request. {@code field} is empty if it is the whole request. */
public record ApiError(String field, String description) {}

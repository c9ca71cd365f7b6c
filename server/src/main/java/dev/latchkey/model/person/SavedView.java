package dev.latchkey.model.person;

import dev.latchkey.model.Id;

/**
 * Filters of a list, under a name. {@code filters}: as in the address of the list. {@code isOwn}:
 * whether the reader has saved it. {@code opensFirst}: whether the list opens with it for the
 * reader.
 */
public record SavedView(
    Id.View id, String name, String filters, boolean isShared, boolean isOwn, boolean opensFirst) {}

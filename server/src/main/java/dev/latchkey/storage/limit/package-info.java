/**
 * What limits acts and makes them count once: attempts, entries about refused acts, forms that were
 * sent.
 */
@NullMarked
package dev.latchkey.storage.limit;

import org.jspecify.annotations.NullMarked;

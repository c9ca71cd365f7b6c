/** Everything that was issued: lists of tokens, and how many of them end at once. */
@NullMarked
package dev.latchkey.storage.issued;

import org.jspecify.annotations.NullMarked;

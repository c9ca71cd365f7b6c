/** What lists share: pages, columns to sort by, texts to search for, counts with a bound. */
@NullMarked
package dev.latchkey.storage.query;

import org.jspecify.annotations.NullMarked;

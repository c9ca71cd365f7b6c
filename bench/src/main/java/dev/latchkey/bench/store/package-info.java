/**
 * Fills a store with millions of rows for a measurement, past the operations that a request would
 * use.
 */
@NullMarked
package dev.latchkey.bench.store;

import org.jspecify.annotations.NullMarked;

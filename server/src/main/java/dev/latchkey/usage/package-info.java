/**
 * How often credentials, tokens and grants were used, and when they were last used. The numbers are
 * collected in memory and written to the store in batches. The statements that write them belong to
 * {@code storage}.
 */
@NullMarked
package dev.latchkey.usage;

import org.jspecify.annotations.NullMarked;

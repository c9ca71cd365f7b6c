/**
 * How often credentials, tokens and grants were used, and when last: counted in memory, written now
 * and then.
 */
@NullMarked
package dev.latchkey.usage;

import org.jspecify.annotations.NullMarked;

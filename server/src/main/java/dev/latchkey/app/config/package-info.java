/**
 * Reads the configuration file into records by the table of keys, {@code Keys}. Every value in them
 * is valid: a mistake in the file is refused with the number of its line. The limits themselves are
 * types of {@code model}.
 */
@NullMarked
package dev.latchkey.app.config;

import org.jspecify.annotations.NullMarked;

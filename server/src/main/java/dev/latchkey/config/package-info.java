/**
 * The configuration file, read into records that are sound or refused with the line of the mistake.
 * The limits themselves are nouns of {@code model}.
 */
@NullMarked
package dev.latchkey.config;

import org.jspecify.annotations.NullMarked;

/**
 * Hostile input: what the fuzz tests of all parsers share, and requests made by a grammar. The fuzz
 * test of a parser is in the parser's package.
 */
@NullMarked
package dev.latchkey.fuzz;

import org.jspecify.annotations.NullMarked;

/**
 * Tests with hostile input: the code that the fuzz tests of all parsers share, and requests that
 * are made by a grammar. The fuzz test of a parser is in the package of the parser.
 */
@NullMarked
package dev.latchkey.fuzz;

import org.jspecify.annotations.NullMarked;

/**
 * Takes each defence of docs/security.md out of a copy of the program, one at a time, and expects
 * the tests that its row names to fail. What is taken out is in src/test/defences.
 */
@NullMarked
package dev.latchkey.defences;

import org.jspecify.annotations.NullMarked;

/**
 * Removes each defence of docs/security/requirements.md from a copy of the program, one at a time,
 * and expects the tests of its row to fail. The files in torture/src/test/defences say which code
 * is removed.
 */
@NullMarked
package dev.latchkey.defences;

import org.jspecify.annotations.NullMarked;

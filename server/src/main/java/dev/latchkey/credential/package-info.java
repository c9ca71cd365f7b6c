/**
 * What people, programs and operators do with credentials: acts as in {@code people}, and the guard
 * of all that is done with one credential.
 */
@NullMarked
package dev.latchkey.credential;

import org.jspecify.annotations.NullMarked;

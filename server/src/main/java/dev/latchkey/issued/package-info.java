/**
 * What people, programs and operators do with tokens and grants that were issued: acts, and the
 * guard that decides whose tokens an actor sees and revokes. {@code people} says what an act is.
 */
@NullMarked
package dev.latchkey.issued;

import org.jspecify.annotations.NullMarked;

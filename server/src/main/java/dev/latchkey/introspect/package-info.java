/**
 * Introspection (contract 4.5): whether a token is active, and for whom. Looking it up belongs to
 * {@code storage}.
 */
@NullMarked
package dev.latchkey.introspect;

import org.jspecify.annotations.NullMarked;

/** Clients that mean to exhaust a server, in a process of their own, bounded in time and number. */
@NullMarked
package dev.latchkey.bench.siege;

import org.jspecify.annotations.NullMarked;

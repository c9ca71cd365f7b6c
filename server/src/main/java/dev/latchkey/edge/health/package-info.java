/**
 * What proxies and service managers are told about this process: whether it runs, and whether it is
 * ready for requests. What people see about the store is in {@code console.directory}.
 */
@NullMarked
package dev.latchkey.edge.health;

import org.jspecify.annotations.NullMarked;

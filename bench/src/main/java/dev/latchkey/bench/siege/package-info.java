/**
 * Hostile clients that try to exhaust a server. They run in processes of their own, and their time
 * and number are limited.
 */
@NullMarked
package dev.latchkey.bench.siege;

import org.jspecify.annotations.NullMarked;

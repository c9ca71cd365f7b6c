/**
 * PostgreSQL and the other nodes on it: connections, commits whose answer was lost, and the
 * question what others touched. Nothing of this is known outside but {@code Database}.
 */
@NullMarked
package dev.latchkey.storage.postgres;

import org.jspecify.annotations.NullMarked;

/**
 * PostgreSQL: connections, transactions, commits whose response was lost, and the changes of other
 * nodes. Other packages use it only through {@code Database}.
 */
@NullMarked
package dev.latchkey.storage.postgres;

import org.jspecify.annotations.NullMarked;

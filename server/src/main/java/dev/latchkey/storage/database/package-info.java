/**
 * Access to a database: reads, writes in transactions, SQL statements, batches, change tracking and
 * the schema. Code here works with both databases and knows the differences of their SQL, but not
 * the connections of either. It knows no table except those of the schema version, the sessions and
 * users that every write checks, and the audit log.
 */
@NullMarked
package dev.latchkey.storage.database;

import org.jspecify.annotations.NullMarked;

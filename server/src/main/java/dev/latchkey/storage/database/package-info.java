/**
 * Access to a database: reads, writes in transactions, SQL statements, batches, change tracking and
 * the schema. Code here works with both databases and knows the differences of their SQL, but not
 * how to connect to either. Except for the audit log and the session of a request, it does not know
 * what a table is for.
 */
@NullMarked
package dev.latchkey.storage.database;

import org.jspecify.annotations.NullMarked;

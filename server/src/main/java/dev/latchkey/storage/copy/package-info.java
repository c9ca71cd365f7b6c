/**
 * Copies of a whole store: into a file, from a file, and into another database. A copy is read from
 * one consistent state, and compared with what was read before it counts as complete.
 *
 * <p>The rows of all tables pass from a store or a file to a store or a file through one interface.
 * A line of the file is a line of PostgreSQL's COPY, which PostgreSQL reads and writes itself. Each
 * table ends with the sum of the SHA-256 hashes of its rows, because a sum does not depend on the
 * order, in which the two databases differ. A store that is not empty is never filled, and a file
 * that exists is never overwritten. Restoring and migrating refuse to run beside a server, because
 * its answers in between would be lost. {@link OneCommit} is for sample data.
 */
@NullMarked
package dev.latchkey.storage.copy;

import org.jspecify.annotations.NullMarked;

/**
 * The way to a database: a move in one transaction, statements in SQL, what changed, and the
 * schema. Nothing here knows which of the two databases it is, but for how each spells a word, nor
 * what a table is for.
 */
@NullMarked
package dev.latchkey.storage.database;

import org.jspecify.annotations.NullMarked;

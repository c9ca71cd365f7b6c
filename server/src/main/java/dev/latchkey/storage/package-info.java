/**
 * Everything that is kept, on SQLite and on PostgreSQL, and every move that changes it: a method is
 * one move, in one transaction, whose guard stands in its WHERE clause. What a request means
 * belongs to the features.
 */
@NullMarked
package dev.latchkey.storage;

import org.jspecify.annotations.NullMarked;

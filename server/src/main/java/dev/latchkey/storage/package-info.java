/**
 * The persistent data, on SQLite and on PostgreSQL, and every write that changes it. A method is
 * one write in one transaction; the condition that decides whether it takes effect is in its WHERE
 * clause. What a request means and who may make it belongs to the packages of the features.
 */
@NullMarked
package dev.latchkey.storage;

import org.jspecify.annotations.NullMarked;

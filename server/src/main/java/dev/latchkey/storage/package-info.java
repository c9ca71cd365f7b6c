/**
 * The persistent data, on SQLite and on PostgreSQL, and every write that changes it. A method is
 * one write in one transaction; the condition that decides whether it takes effect is in its WHERE
 * clause. What a request means and who may make it belongs to the packages of the features.
 *
 * <p>The classes here are concrete, with one SQL text for both databases. Only {@link
 * dev.latchkey.storage.database.Database} is an interface, because the databases differ in how a
 * write commits, and not in what it does. So each condition is written once and tested on both.
 * With an interface for each class, whether a code is used exactly once would depend on two
 * implementations.
 */
@NullMarked
package dev.latchkey.storage;

import org.jspecify.annotations.NullMarked;

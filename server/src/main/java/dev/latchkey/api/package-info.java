/**
 * What all calls of the management API have in common: who calls, with which scope, and how lists,
 * changes and errors look. A call itself belongs to the package of its feature, beside the page
 * that does the same.
 *
 * <p>Unknown parameters and fields, and parameters that are empty or sent twice, are refused,
 * unlike at the token endpoint (RFC 6749 3.2). A typing error in a filter would list or revoke too
 * much, and a script does not notice. They are checked before anything is looked up. An older
 * server refuses what it does not know, so a new parameter can be tried.
 */
@NullMarked
package dev.latchkey.api;

import org.jspecify.annotations.NullMarked;

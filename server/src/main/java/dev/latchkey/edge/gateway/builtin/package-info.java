/**
 * The calls of the open interface that this program itself answers, and the pages of their lists.
 */
@NullMarked
package dev.latchkey.edge.gateway.directory;

import org.jspecify.annotations.NullMarked;

/** What operators need: the purge, counts of calls, keys of the server, the size of the store. */
@NullMarked
package dev.latchkey.storage.operation;

import org.jspecify.annotations.NullMarked;

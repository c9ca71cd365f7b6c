/** What organizations choose for the request log, on both databases. */
@NullMarked
package dev.latchkey.people.log;

import org.jspecify.annotations.NullMarked;

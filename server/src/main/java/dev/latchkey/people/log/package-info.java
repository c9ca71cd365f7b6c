/** What organizations choose for their part of the request log. */
@NullMarked
package dev.latchkey.people.log;

import org.jspecify.annotations.NullMarked;

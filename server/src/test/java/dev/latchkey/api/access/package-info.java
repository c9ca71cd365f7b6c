/** The management API, on a real server with both databases. */
@NullMarked
package dev.latchkey.api.access;

import org.jspecify.annotations.NullMarked;

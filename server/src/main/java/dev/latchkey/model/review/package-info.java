/** A review of who and what has access in an organization, and the report of it. */
@NullMarked
package dev.latchkey.model.review;

import org.jspecify.annotations.NullMarked;

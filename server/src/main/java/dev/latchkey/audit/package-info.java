/**
 * The page of the audit log, its filters and its downloads (decision 6.6). Writing a line of the
 * log belongs to the move that it tells of, in {@code storage}.
 */
@NullMarked
package dev.latchkey.audit;

import org.jspecify.annotations.NullMarked;

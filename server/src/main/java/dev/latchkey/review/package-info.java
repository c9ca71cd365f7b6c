/**
 * The acts on reviews of access; and what the server does by itself: it starts those that are
 * scheduled, reminds of those that are due, and signs the reports.
 */
@NullMarked
package dev.latchkey.review;

import org.jspecify.annotations.NullMarked;

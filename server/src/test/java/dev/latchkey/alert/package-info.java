/** Alerts on both databases: what opens, counts, closes and mutes them. */
@NullMarked
package dev.latchkey.alert;

import org.jspecify.annotations.NullMarked;

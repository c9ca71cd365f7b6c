/** Histories of which it is known whether they break a rule. */
@NullMarked
package dev.latchkey.faults.history.known;

import org.jspecify.annotations.NullMarked;

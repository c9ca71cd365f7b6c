/** Who calls during a run, and what each of them holds. */
@NullMarked
package dev.latchkey.faults.history.run.actor;

import org.jspecify.annotations.NullMarked;

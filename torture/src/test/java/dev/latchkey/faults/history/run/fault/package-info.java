/** What happens to nodes, databases, disks and clocks during a run. */
@NullMarked
package dev.latchkey.faults.history.run.fault;

import org.jspecify.annotations.NullMarked;

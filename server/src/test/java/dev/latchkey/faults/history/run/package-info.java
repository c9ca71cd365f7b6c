/**
 * Clients that ask real server processes as fast as they can while something breaks, and record
 * what they were answered; the faults, the runs and their table. What the answers may be is decided
 * in {@code dev.latchkey.faults.history}.
 */
package dev.latchkey.faults.history.run;

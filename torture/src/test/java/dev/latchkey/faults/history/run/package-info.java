/**
 * Clients that send requests to real server processes as fast as they can during faults, and record
 * the answers. The package also contains the faults, the runs and the table of results. {@code
 * dev.latchkey.faults.history} decides which answers can be correct.
 */
package dev.latchkey.faults.history.run;

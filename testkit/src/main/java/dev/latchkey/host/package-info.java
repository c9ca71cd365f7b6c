/**
 * Processes, ports and directories that tests and measurements use and must not leave behind, and
 * the programs that both of them start. Those that only the benchmark starts belong to {@code
 * bench.host}.
 */
@NullMarked
package dev.latchkey.host;

import org.jspecify.annotations.NullMarked;

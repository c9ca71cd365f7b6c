/**
 * Processes, ports and directories that tests and measurements use and must not leave behind.
 * Programs that only the benchmark starts belong to {@code bench.host}.
 */
@NullMarked
package dev.latchkey.host;

import org.jspecify.annotations.NullMarked;

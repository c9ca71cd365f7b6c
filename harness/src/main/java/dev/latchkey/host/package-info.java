/**
 * Processes, ports and directories that tests and measurements use and must not leave behind. What
 * only the benchmark starts belongs to {@code bench.host}.
 */
@NullMarked
package dev.latchkey.host;

import org.jspecify.annotations.NullMarked;

/**
 * The programs that a measurement starts: servers, databases and fixed answers, each restricted to
 * a processor. Sending requests belongs to {@code dev.latchkey.load}.
 */
@NullMarked
package dev.latchkey.bench.host;

import org.jspecify.annotations.NullMarked;

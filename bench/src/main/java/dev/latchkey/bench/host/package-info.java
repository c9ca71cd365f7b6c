/**
 * What a measurement starts beside itself: servers, databases and fixed answers, each kept to a
 * processor. Sending requests belongs to {@code bench.load}.
 */
@NullMarked
package dev.latchkey.bench.host;

import org.jspecify.annotations.NullMarked;

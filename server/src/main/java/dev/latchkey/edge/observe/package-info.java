/**
 * What an operator can have recorded of each request: a line in the access log, and a span of a
 * trace. All of it is off unless it is configured.
 *
 * <p>The access log is JSON and not the combined format of Apache, which has no place for a route
 * or a trace, and whose lines can be forged by a path with quotes. The SDK of OpenTelemetry would
 * bring a dozen libraries and a second model of threads for one span a request. Request ids are
 * taken from trusted proxies only; an id that a stranger can choose would let one request hide
 * behind the records of another. Records that wait are dropped if they become too many. The audit
 * log is different: an entry is part of the commit that it describes.
 */
@NullMarked
package dev.latchkey.edge.observe;

import org.jspecify.annotations.NullMarked;

/**
 * Metrics for monitoring, as text in the format of Prometheus. The class in which something happens
 * counts it and reports the count here.
 */
@NullMarked
package dev.latchkey.edge.metrics;

import org.jspecify.annotations.NullMarked;

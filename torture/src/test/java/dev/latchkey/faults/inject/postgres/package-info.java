/** Several PostgreSQL servers that follow each other. */
@NullMarked
package dev.latchkey.faults.inject.postgres;

import org.jspecify.annotations.NullMarked;

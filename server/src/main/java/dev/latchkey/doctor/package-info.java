/**
 * Examines an installation from outside and says how to repair what is wrong. It changes nothing,
 * and it needs no running server.
 */
@NullMarked
package dev.latchkey.doctor;

import org.jspecify.annotations.NullMarked;

/**
 * Reads the body of a form with a file (RFC 7578), and nothing that browsers and curl do not send.
 */
@NullMarked
package dev.latchkey.edge.http.upload;

import org.jspecify.annotations.NullMarked;

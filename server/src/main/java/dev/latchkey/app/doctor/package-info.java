/**
 * Examines an installation from outside and says how to repair what is wrong. It changes nothing,
 * and it needs no running server.
 *
 * <p>It is a command, because a server that does not start cannot show a page. The checks are not
 * made at the start of a server, because then a node would depend on its mail server. An error
 * means that the service does not work, or loses data or protection; what may be intended, such as
 * a service behind the gateway that is down, is a warning.
 */
@NullMarked
package dev.latchkey.app.doctor;

import org.jspecify.annotations.NullMarked;

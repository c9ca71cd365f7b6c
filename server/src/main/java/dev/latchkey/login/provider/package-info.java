/**
 * Sign-in by an external identity provider (OpenID Connect): discovery, the handshake, and the
 * claims about a person.
 */
@NullMarked
package dev.latchkey.login.provider;

import org.jspecify.annotations.NullMarked;

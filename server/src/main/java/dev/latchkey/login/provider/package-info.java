/**
 * Sign-in by an external identity provider (OpenID Connect): discovery, the visit to it, and the
 * claims about a person.
 */
@NullMarked
package dev.latchkey.login.provider;

import org.jspecify.annotations.NullMarked;

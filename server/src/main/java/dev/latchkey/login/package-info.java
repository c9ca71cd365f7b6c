/**
 * Signing in: passwords, the second factor, sign-in at external providers, password links, and the
 * security page of an account. What a signed-in person may do belongs to the packages of the
 * features.
 */
@NullMarked
package dev.latchkey.login;

import org.jspecify.annotations.NullMarked;

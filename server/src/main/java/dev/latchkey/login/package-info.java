/**
 * Signing in: passwords, the second factor, providers elsewhere, password links, and the security
 * page. What a signed-in person may do belongs to the features.
 */
@NullMarked
package dev.latchkey.login;

import org.jspecify.annotations.NullMarked;

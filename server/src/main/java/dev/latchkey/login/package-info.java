/**
 * Signing in: passwords, the second factor, sign-in at providers, password links, and the security
 * page. What a signed-in person may do belongs to the features.
 */
@NullMarked
package dev.latchkey.login;

import org.jspecify.annotations.NullMarked;

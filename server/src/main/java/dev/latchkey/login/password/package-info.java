/** Passwords: their hashes, the rules for new ones, and the links by which they are set. */
@NullMarked
package dev.latchkey.login.password;

import org.jspecify.annotations.NullMarked;

/** Organizations, teams and people, and how people sign in. */
@NullMarked
package dev.latchkey.storage.people;

import org.jspecify.annotations.NullMarked;

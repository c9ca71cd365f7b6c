/** People, their organizations, teams and rights, and what they sign in with. */
@NullMarked
package dev.latchkey.model.person;

import org.jspecify.annotations.NullMarked;

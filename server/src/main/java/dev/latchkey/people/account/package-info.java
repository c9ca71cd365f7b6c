/** The acts of people on their own account, and the one of an operator who creates one. */
@NullMarked
package dev.latchkey.people.account;

import org.jspecify.annotations.NullMarked;

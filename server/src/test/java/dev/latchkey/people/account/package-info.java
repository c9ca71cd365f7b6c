@NullMarked
package dev.latchkey.people.account;

import org.jspecify.annotations.NullMarked;

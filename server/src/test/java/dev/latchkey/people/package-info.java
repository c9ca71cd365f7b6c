@NullMarked
package dev.latchkey.people;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.storage.people;

import org.jspecify.annotations.NullMarked;

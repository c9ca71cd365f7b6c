@NullMarked
package dev.latchkey.storage.checks;

import org.jspecify.annotations.NullMarked;

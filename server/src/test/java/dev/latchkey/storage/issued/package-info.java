@NullMarked
package dev.latchkey.storage.issued;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.storage.postgres;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.storage.cache;

import org.jspecify.annotations.NullMarked;

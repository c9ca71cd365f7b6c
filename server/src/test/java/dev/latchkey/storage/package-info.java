@NullMarked
package dev.latchkey.storage;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.storage.sqlite;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.storage.database;

import org.jspecify.annotations.NullMarked;

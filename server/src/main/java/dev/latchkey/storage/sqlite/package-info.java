/**
 * SQLite in this process: one writer that commits many writes at once, reader connections,
 * checkpoints, disk space, and triggers that report which rows a commit changed. Other packages use
 * it only through {@code Database}, except for the lock of the data directory.
 */
@NullMarked
package dev.latchkey.storage.sqlite;

import org.jspecify.annotations.NullMarked;

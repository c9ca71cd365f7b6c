/**
 * SQLite in this process: one writer whose moves share commits, readers beside it, checkpoints, and
 * triggers that tell what a commit touched. Nothing of this is known outside but {@code Database}.
 */
@NullMarked
package dev.latchkey.storage.sqlite;

import org.jspecify.annotations.NullMarked;

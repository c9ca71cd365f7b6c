/** The audit log: its entries, their export, and how long they are kept. */
@NullMarked
package dev.latchkey.storage.audit;

import org.jspecify.annotations.NullMarked;

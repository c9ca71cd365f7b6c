/**
 * The page of the audit log, its filters and its downloads (rule 6.6). Entries are not written
 * here: {@code storage} writes each entry together with the change that it records.
 */
@NullMarked
package dev.latchkey.audit;

import org.jspecify.annotations.NullMarked;

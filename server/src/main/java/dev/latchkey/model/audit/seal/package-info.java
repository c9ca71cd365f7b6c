/** Seals of the audit log, with which a changed, removed or inserted entry is found. */
@NullMarked
package dev.latchkey.model.audit.seal;

import org.jspecify.annotations.NullMarked;

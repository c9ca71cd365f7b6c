/** Seals the audit log while the server runs, writes it with its seals, and verifies it. */
@NullMarked
package dev.latchkey.audit.seal;

import org.jspecify.annotations.NullMarked;

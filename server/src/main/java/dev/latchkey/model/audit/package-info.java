/** Who acts, and what the audit log keeps of it. */
@NullMarked
package dev.latchkey.model.audit;

import org.jspecify.annotations.NullMarked;

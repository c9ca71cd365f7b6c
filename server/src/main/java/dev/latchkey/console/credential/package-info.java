/**
 * The pages of personal and organization credentials (contract 2.1): create, change, secrets,
 * tokens, transfer, delete. The use of their tokens belongs to {@code protocol.token} and {@code
 * protocol.introspect}.
 */
@NullMarked
package dev.latchkey.console.credential;

import org.jspecify.annotations.NullMarked;

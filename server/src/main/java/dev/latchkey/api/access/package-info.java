/**
 * What a person or a credential can reach in effect, put together for pages, calls and commands.
 */
@NullMarked
package dev.latchkey.api.access;

import org.jspecify.annotations.NullMarked;

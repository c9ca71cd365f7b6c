/** The acts on filters of lists that people have given a name. */
@NullMarked
package dev.latchkey.people.view;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.people.view;

import org.jspecify.annotations.NullMarked;

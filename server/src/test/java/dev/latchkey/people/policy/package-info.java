@NullMarked
package dev.latchkey.people.policy;

import org.jspecify.annotations.NullMarked;

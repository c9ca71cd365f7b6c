@NullMarked
package dev.latchkey.model;

import org.jspecify.annotations.NullMarked;

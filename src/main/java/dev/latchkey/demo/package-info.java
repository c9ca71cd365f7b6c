@NullMarked
package dev.latchkey.demo;

import org.jspecify.annotations.NullMarked;

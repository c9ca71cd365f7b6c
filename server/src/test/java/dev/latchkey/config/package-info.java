@NullMarked
package dev.latchkey.config;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.app.config;

import org.jspecify.annotations.NullMarked;

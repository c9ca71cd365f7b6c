@NullMarked
package dev.latchkey.http;

import org.jspecify.annotations.NullMarked;

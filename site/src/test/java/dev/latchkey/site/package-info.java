@NullMarked
package dev.latchkey.site;

import org.jspecify.annotations.NullMarked;

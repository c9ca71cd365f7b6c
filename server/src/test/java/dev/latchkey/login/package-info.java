@NullMarked
package dev.latchkey.login;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.latchkey.edge.gateway;

import org.jspecify.annotations.NullMarked;

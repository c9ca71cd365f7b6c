/** Calls to hosts that others have named, which must not reach the network of the operator. */
@NullMarked
package dev.latchkey.edge.outside;

import org.jspecify.annotations.NullMarked;

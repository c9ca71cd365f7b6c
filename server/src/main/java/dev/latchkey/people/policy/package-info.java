/** The acts with which an organization decides about apps that have no credential. */
@NullMarked
package dev.latchkey.people.policy;

import org.jspecify.annotations.NullMarked;

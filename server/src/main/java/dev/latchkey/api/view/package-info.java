/**
 * The nouns as calls and commands show them: one record for each, whose components are the fields.
 * {@code ViewJson} writes them, and the description of the management API has their schemas.
 */
@NullMarked
package dev.latchkey.api.view;

import org.jspecify.annotations.NullMarked;

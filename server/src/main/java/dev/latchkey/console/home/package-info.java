/**
 * The start page and the search. They show in one place what the other features manage, and lead
 * there; nothing is changed here.
 */
@NullMarked
package dev.latchkey.console.home;

import org.jspecify.annotations.NullMarked;

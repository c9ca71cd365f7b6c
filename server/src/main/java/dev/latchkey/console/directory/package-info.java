/**
 * People, organizations and teams: the pages and calls with which administrators manage them.
 * Sessions and passwords belong to {@code login}.
 */
@NullMarked
package dev.latchkey.console.directory;

import org.jspecify.annotations.NullMarked;

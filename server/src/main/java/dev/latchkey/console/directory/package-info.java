/**
 * People, organizations and teams: the pages on which administrators manage them, and the calls of
 * the open interface that read them. Sessions and passwords belong to {@code login}.
 */
@NullMarked
package dev.latchkey.console.directory;

import org.jspecify.annotations.NullMarked;

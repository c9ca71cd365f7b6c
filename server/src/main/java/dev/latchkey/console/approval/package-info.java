/** Where administrators decide about the apps that people have asked for, and who is told. */
@NullMarked
package dev.latchkey.console.approval;

import org.jspecify.annotations.NullMarked;

/**
 * The command line: one class for each command, and the messages about failures. What a command
 * does belongs to the package of the feature.
 *
 * <p>Commands write to the store through the classes of the pages, and not by calls to a running
 * service. So they work without one, no rule exists twice, and triggers tell every node before the
 * write counts as done. They ask for neither a password nor a second factor: who can write to the
 * store has both. What a command does has no actor in the audit log, so an owner whom it names is
 * never shown as the one who acted. A name that is not found is an error, because an organization
 * that was created by mistake cannot be deleted. Secrets are never arguments, which other users of
 * the machine can see.
 *
 * <p>With {@code --json}, steps and advice are on standard error. A refused command prints no
 * document; its exit code and its line there say why.
 */
@NullMarked
package dev.latchkey.cli;

import org.jspecify.annotations.NullMarked;

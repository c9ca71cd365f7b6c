/**
 * What people, programs and operators do with organizations, teams and people. An act is a record
 * with a method {@code by(Actor, …)}: the right that it needs, its rule, its write, and its own
 * outcomes. It knows no page, call or command: these parse what was sent, call the act, and render
 * its outcome. The entry of the audit log about a write is made by the storage, in the same
 * transaction; the entry about a refusal is made here.
 *
 * <p>{@code EveryActTest} checks that each act has a page, a call and a command.
 */
@NullMarked
package dev.latchkey.people;

import org.jspecify.annotations.NullMarked;

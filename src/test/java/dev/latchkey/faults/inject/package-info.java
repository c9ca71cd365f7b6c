/**
 * What breaks the world around a node: its network, its PostgreSQL, its disk and its clock. Nothing
 * here knows Latchkey's answers, and nothing here checks them.
 */
package dev.latchkey.faults.inject;

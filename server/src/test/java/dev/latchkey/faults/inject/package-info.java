/**
 * What breaks the world around a node: its network, its PostgreSQL, its disk and its clock. The
 * tests here show that each fault happens; whether every answer of a node is right under it is
 * checked elsewhere.
 */
package dev.latchkey.faults.inject;

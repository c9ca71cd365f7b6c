/**
 * Faults around a node: in its network, its PostgreSQL server, its disk and its clock. The tests in
 * this package show that each fault occurs. Other tests check whether every answer of a node is
 * correct during the fault.
 */
package dev.latchkey.faults.inject;

/**
 * Histories of the requests of clients to running nodes, and the decision whether every answer in a
 * history can be correct. The checker does not know about servers. The workloads and faults that
 * produce histories are in {@code dev.latchkey.faults.history.run}.
 */
package dev.latchkey.faults.history;

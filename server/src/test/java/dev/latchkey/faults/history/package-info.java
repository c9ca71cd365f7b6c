/**
 * Histories of what clients asked of running nodes, and the decision whether every answer in one
 * can be right. The checker knows nothing of servers; the workloads and faults that make histories
 * are in {@code dev.latchkey.faults.history.run}.
 */
package dev.latchkey.faults.history;

/**
 * The request log: calls in blocks, and counts of each hour.
 *
 * <p>A row for each call would cost some 600 bytes with its indexes, and a gateway would write
 * twenty thousand of them a second. So calls are packed: a block has those of one credential that
 * ended in the same moments, which compress to a tenth. The rows have no partitions by day: a bound
 * of one gigabyte is less than an hour of a busy platform, so the oldest blocks are deleted all the
 * time, in the same way on both databases.
 */
@NullMarked
package dev.latchkey.storage.call;

import org.jspecify.annotations.NullMarked;

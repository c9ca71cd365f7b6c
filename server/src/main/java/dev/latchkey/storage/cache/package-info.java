/**
 * Tokens in memory, and why an answer from here is never older than the request for it.
 *
 * <h2>What is kept, and where</h2>
 *
 * <pre>
 *   a check ──▶ TokenCache ──▶ known ────────────────────────────▶ answer
 *                   │  (Slot: where; Segment: what; ClaimsPool: what many share)
 *                   ▼ unknown
 *               TokenLookup ──▶ pair and grant, read now ──┐   (TokenRows: SELECTs and readers)
 *                   │                                      ├──▶ answer, kept with its stamp
 *                   └──▶ OftenRead, RowCache: app, owner,  │
 *                        user, membership, team ───────────┘
 * </pre>
 *
 * <h2>What ends it</h2>
 *
 * <p>Each row has a version ({@link dev.latchkey.storage.database.ChangeVersions}). An answer is
 * kept with the sum of the versions of the rows it was read from, its stamp, and is used only while
 * that sum is the same. Versions only grow. So nobody has to find the answers that hang on a row: a
 * commit that disables a user voids all of that user's tokens by one number.
 *
 * <h2>In which order</h2>
 *
 * <pre>
 *   a commit                 whoever reads and keeps            a check from memory
 *   ─────────────────────    ───────────────────────────────    ─────────────────────────
 *   1 marks its rows odd     a notes how many commits are done  A learns of all commits
 *   2 commits                b reads the rows                     that are done (catch up)
 *   3 marks its rows even    c computes the stamp; keeps it     B computes the stamp
 *                              unless a row is odd, or has a    C uses the answer if it is
 *                              higher version than at a           the one it was kept with
 * </pre>
 *
 * <p>A commit is seen by others between 1 and 3. Who read before 1 and keeps after it meets an odd
 * or a higher version at c. Who kept before 1 is void from 1 on, because the sum at B differs: an
 * answer is refused a moment too early, never used a moment too late. A commit that fails leaves
 * higher versions behind, which costs a look-up and tells nothing false.
 *
 * <h2>On SQLite</h2>
 *
 * <p>This process is the only one that writes, but for commands of an operator. Triggers of its
 * writer tell the rows of a commit (steps 1 and 3 are around COMMIT in the same thread). Commands
 * announce themselves in a small shared file; while one is under way, and for what was kept before
 * it, the stamp does not hold ({@code OtherWriters}). So A asks nobody and reads one number.
 *
 * <h2>On PostgreSQL</h2>
 *
 * <p>Other nodes commit as well. Triggers write what each transaction touched into a table, in that
 * transaction. A asks for what is new in it, one question for all callers who wait, and marks those
 * rows before B. So the answer holds at the moment of that question, which is later than the
 * request. A node that cannot ask, answers nothing from memory ({@code PostgresChangeFeed}).
 *
 * <p>Decisions 32 and 38 tell how it was chosen and what it costs. What is asked about tokens, and
 * by whom, is in {@link dev.latchkey.storage.TokenChecks}.
 */
@NullMarked
package dev.latchkey.storage.cache;

import org.jspecify.annotations.NullMarked;

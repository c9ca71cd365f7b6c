/**
 * The cache of tokens, and the reason why a value from it is never older than the request for it.
 *
 * <h2>What is cached, and where</h2>
 *
 * <pre>
 *   a check ──▶ TokenCache ──▶ cached ─────────────────────────────▶ result
 *                  │  (Slot: where a token is; Segment: its data; ClaimsPool: shared claims)
 *                  ▼ not cached
 *              TokenLookup ──▶ pair and grant, read now ──┐   (TokenRows: SELECTs and readers)
 *                  │                                      ├──▶ result, cached with its stamp
 *                  └──▶ SharedRows, RowCache: app, owner, │
 *                       user, membership, team ───────────┘
 * </pre>
 *
 * <h2>What makes a value invalid</h2>
 *
 * <p>Each row has a version counter ({@link dev.latchkey.storage.database.ChangeVersions}). A value
 * is cached with the sum of the counters of the rows from which it was read, its stamp. It is used
 * only while that sum is the same. Counters only grow. Therefore a commit does not have to find the
 * values that depend on a row: a commit that disables a user invalidates all tokens of the user by
 * changing one counter.
 *
 * <h2>The order of steps</h2>
 *
 * <pre>
 *   a commit               a read that is cached            a check from the cache
 *   ─────────────────────  ───────────────────────────────  ─────────────────────────
 *   1 makes the counters   a notes how many commits are     A learns of all commits
 *     of its rows odd        complete                         that are complete
 *   2 commits              b reads the rows                 B computes the stamp
 *   3 makes the counters   c computes the stamp; caches     C uses the value if the
 *     of its rows even       the value unless a counter       stamp is the one with
 *                            is odd or has grown since a      which it was cached
 * </pre>
 *
 * <p>Other processes begin to see a commit at some time between 1 and 3. A reader that reads before
 * 1 and caches after it finds an odd or a higher counter at c. A value that was cached before 1 is
 * invalid from 1 on, because the sum at B differs. So a value becomes invalid a moment too early,
 * but it is never used a moment too late. A commit that fails leaves higher counters behind. That
 * costs one look-up and has no wrong result.
 *
 * <h2>On SQLite</h2>
 *
 * <p>This process is the only one that writes, except for commands of an operator. Triggers on the
 * connection of the writer report the rows of a commit; steps 1 and 3 surround COMMIT in the same
 * thread. A command announces its commit in a small shared file. While it commits, no stamp is
 * valid, and afterwards no older stamp is ({@code OtherWriters}). So step A needs no query; it
 * reads one number.
 *
 * <h2>On PostgreSQL</h2>
 *
 * <p>Other nodes commit as well. Triggers write which rows a transaction changed into a table, in
 * the same transaction. Step A reads the new rows of that table, with one query for all callers
 * that wait, and sets the counters of the changed rows before step B. So the value is valid at the
 * moment of that query, which is later than the request. A node that cannot run the query uses
 * nothing from its cache ({@code PostgresChangeFeed}).
 *
 * <p>Decisions 32 and 38 explain why this was chosen and what it costs. {@link
 * dev.latchkey.storage.TokenChecks} contains the checks that use this cache.
 */
@NullMarked
package dev.latchkey.storage.cache;

import org.jspecify.annotations.NullMarked;

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
 * <p>Commits are numbered. A list of recent changes ({@link
 * dev.latchkey.storage.database.ChangeVersions}) contains each row that a commit has changed, with
 * the number of the last such commit, its stamp. A value is cached with the number of the last
 * commit before its rows were read. It is used only while none of its rows has a later stamp.
 * Therefore a commit does not have to find the values that depend on a row: a commit that disables
 * a user invalidates all tokens of the user by one entry in the list. And a refresh, which changes
 * one row, invalidates one token.
 *
 * <h2>The order of steps</h2>
 *
 * <pre>
 *   a commit               a read that is cached            a check from the cache
 *   ─────────────────────  ───────────────────────────────  ─────────────────────────
 *   1 stamps its rows      a notes the number n of the      A learns of all commits
 *     with its number,       last complete commit             that are complete
 *     marked as running    b reads the rows                 B takes a view of the list
 *   2 commits              c caches the value with n,       C uses the value if no row
 *   3 stamps its rows        unless a row has a stamp         has a stamp after the
 *     as complete            after n                          number of the value
 * </pre>
 *
 * <p>Other processes begin to see a commit at some time between 1 and 3. A reader that reads before
 * 1 and caches after it finds a later stamp at c. A value that was cached before 1 is invalid from
 * 1 on. So a value becomes invalid a moment too early, but it is never used a moment too late. A
 * commit that fails leaves later stamps behind. That costs one look-up and has no wrong result.
 *
 * <h2>How changes are forgotten</h2>
 *
 * <pre>
 *   newest   ████████████░░░░   stamps are added until it is full
 *   previous ████████████████   the caches remove what depends on it; then it is forgotten
 * </pre>
 *
 * <p>When the list is full, a new one begins. With each change from then on, a few cached values
 * are visited, and those whose rows have changed are removed. When all have been visited, no value
 * depends on the previous list any more. A read that began before it was full is not cached after
 * that. A check takes its view (B) before it looks into the cache: a value that it finds, and that
 * is removed in between, depends on a list that is still in this view.
 *
 * <h2>On SQLite</h2>
 *
 * <p>This process is the only one that writes, except for commands of an operator. Triggers on the
 * connection of the writer report the rows of a commit; steps 1 and 3 surround COMMIT in the same
 * thread. A command announces its commit in a small shared file. From then on nothing that was
 * cached before is valid, and while it commits nothing is cached ({@code OtherWriters}). So step A
 * needs no query; it reads one number.
 *
 * <h2>On PostgreSQL</h2>
 *
 * <p>Other nodes commit as well. Triggers write which rows a transaction changed into a table, in
 * the same transaction. Step A reads the new rows of that table, with one query for all callers
 * that wait, and sets the stamps of the changed rows before step B. So the value is valid at the
 * moment of that query, which is later than the request. A node that cannot run the query uses
 * nothing from its cache ({@code PostgresChangeFeed}). The rows and the changes are read from the
 * same server ({@code PrimaryConnections}).
 *
 * <p>Decisions 32, 38 and 93 explain why this was chosen and what it costs. {@link
 * dev.latchkey.storage.checks.TokenChecks} contains the checks that use this cache.
 */
@NullMarked
package dev.latchkey.storage.cache;

import org.jspecify.annotations.NullMarked;

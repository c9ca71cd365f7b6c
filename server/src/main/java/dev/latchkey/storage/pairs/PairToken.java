package dev.latchkey.storage.pairs;

/**
 * The two tokens of a pair, and how the grant of each is found: in the active pair, or among the
 * tokens that were replaced. The programs of schema 27 left those in {@code pairs}.
 */
public enum PairToken {
  ACCESS(
      "access_hash",
      """
      SELECT r.grant_id, r.rotated_at
      FROM rotated_access r
      WHERE r.access_hash = {token}
      """),
  REFRESH(
      "refresh_hash",
      """
      SELECT r.grant_id, r.rotated_at
      FROM rotated_refresh r
      WHERE r.refresh_key = substr({token}, 1, 16)
      """);

  /** The column of {@code pairs} with the hash of this token. */
  final String column;

  private final String rotated;

  PairToken(String column, String rotated) {
    this.column = column;
    this.rotated = rotated;
  }

  /**
   * Selects {@code grant_id} and {@code rotated_at}, which is NULL if the pair is active. {@code
   * token} is the hash: a parameter or a column.
   */
  public String pair(String token) {
    return """
    SELECT p.grant_id, p.rotated_at
    FROM pairs p
    WHERE p.{column} = {token}
    UNION ALL
    """
        .concat(rotated)
        .replace("{column}", column)
        .replace("{token}", token);
  }

  /** The same, but only if the pair is active or was rotated after the time {@code since}. */
  public String pairSince(String token, String since) {
    return """
    SELECT k.grant_id
    FROM ({pair}) k
    WHERE k.rotated_at IS NULL
      OR k.rotated_at > {since}
    """
        .replace("{pair}", pair(token))
        .replace("{since}", since);
  }
}

package dev.latchkey.storage.database;

/**
 * How often everything was revoked that covers a row, as SQL. A grant stores the sum of {@link
 * #OF_CREDENTIAL} and {@link #OF_TEAM} when it is created, and an organization token the first of
 * them. Only a row whose number is the present one is active: see the views {@code live_grants} and
 * {@code live_tokens}, which have the same text.
 */
public final class RevokedTimes {
  /** The subject for everything on the platform. Cached tokens depend on it by this name. */
  public static final String PLATFORM = "platform";

  /** For a row {@code c} of the credentials: its own number, its organization's, the platform's. */
  public static final String OF_CREDENTIAL =
      """
      (SELECT COALESCE(SUM(r.times_revoked), 0)
          FROM revocations r
          WHERE r.subject IN (c.client_id, c.organization_id, 'platform'))\
      """
          .strip();

  /** For a row {@code t} of the teams: the number of its organization. */
  public static final String OF_TEAM =
      """
      (SELECT COALESCE(SUM(r.times_revoked), 0)
          FROM revocations r
          WHERE r.subject = t.organization_id)\
      """
          .strip();

  private RevokedTimes() {}
}

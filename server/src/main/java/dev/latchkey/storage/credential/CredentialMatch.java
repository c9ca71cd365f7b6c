package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.PagedQuery;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.StartSearch;
import dev.latchkey.storage.query.TableRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which credentials a search finds: a condition on {@code credentials c} with its values. */
record CredentialMatch(
    Database database, Whose whose, Id id, CredentialLists.Search search, Instant now) {
  /** Among which credentials the search finds some. */
  enum Whose {
    OF_ORGANIZATION("c.organization_id = :whose"),
    OWNED("c.owner_id = :whose AND c.type = 'PERSONAL'");

    private final String condition;

    Whose(String condition) {
      this.condition = condition;
    }

    /** Those of them that also meet the condition {@code narrowed}. */
    String narrowed(String narrowed) {
      return matching(condition, narrowed);
    }

    /** The same where the index by owner is to find them, because those of one owner are few. */
    private String narrowedByOwner(String narrowed) {
      return matching(condition.replace("c.organization_id", "c.organization_id || ''"), narrowed);
    }

    private static String matching(String whose, String narrowed) {
      return MATCHING.replace("{whose}", whose).replace("{narrowed}", narrowed);
    }
  }

  private static final String MATCHING =
      """
      FROM credentials c
      WHERE c.deleted_at IS NULL
        AND {whose}{narrowed}
      """;

  private static final String OWNER_DISABLED =
      """
       AND c.type = 'PERSONAL'
       AND EXISTS (SELECT 1
          FROM users u
          WHERE u.user_id = c.owner_id
            AND u.active_since IS NULL)
      """;

  private static final String LIVE =
      """
       AND (CASE WHEN c.type = 'PERSONAL'
          THEN NOT EXISTS (SELECT 1
              FROM users u
              WHERE u.user_id = c.owner_id
                AND u.active_since IS NULL)
          ELSE EXISTS (SELECT 1
              FROM organization_tokens t
              WHERE t.client_id = c.client_id
                AND (t.ended_at IS NULL OR t.ended_at > :now))
          END)
      """;

  private static final String NO_TOKEN =
      """
       AND c.type = 'ORGANIZATION'
       AND NOT EXISTS (SELECT 1
          FROM organization_tokens t
          WHERE t.client_id = c.client_id
            AND (t.ended_at IS NULL OR t.ended_at > :now))
      """;

  /** The index {@code credentials_by_start} has the same columns. */
  private static final String STARTED =
      """
      SELECT started.client_id
      FROM (SELECT n.client_id
          FROM credentials n
          WHERE n.organization_id = :whose
            AND n.deleted_at IS NULL
            AND n.search_text{bytewise} >= :first_text
            AND n.search_text{bytewise} < :after_text
          ORDER BY n.search_text{bytewise}
          LIMIT :candidates) started
      UNION
      SELECT CAST(:identifier AS TEXT)
      """;

  PagedQuery.Matching matching(Sql sql) throws SQLException {
    boolean isByStart = isByStart(sql);
    var values = new HashMap<String, Object>();
    values.put("whose", id);
    String narrowed =
        (isByStart ? "" : withText(values))
            + withType(values)
            + withOwner(values)
            + search.state().map(CredentialMatch::condition).orElse("")
            + search
                .concern()
                .map(concern -> concern.candidates() + concern.condition())
                .orElse("");
    search.concern().ifPresent(concern -> values.putAll(concern.values(now)));
    if (narrowed.contains(":now")) {
      values.put("now", now);
    }
    return new PagedQuery.Matching(
        "c.client_id",
        isByStart ? byStart(values) + narrowed : among(narrowed),
        values,
        new TableRows.Reach(false, isByStart));
  }

  private String among(String narrowed) {
    return search.owner().isPresent() ? whose.narrowedByOwner(narrowed) : whose.narrowed(narrowed);
  }

  private boolean isByStart(Sql sql) throws SQLException {
    return !search.text().isEmpty()
        && whose == Whose.OF_ORGANIZATION
        && StartSearch.isNeeded(
            sql, whose.narrowed(""), Map.of("whose", id), StartSearch.MAX_COMPARED);
  }

  /** The name of the credential begins with the text, or the text is its identifier. */
  private String byStart(Map<String, Object> values) {
    SearchText text = search.text();
    values.putAll(StartSearch.values(text));
    values.put("identifier", text.text());
    values.put("candidates", PagedQuery.MAX_COUNTED + 1);
    return StartSearch.each(
        database.dialect(),
        database.dialect().translate(STARTED),
        "credentials c",
        "c.client_id = s.client_id AND c.deleted_at IS NULL AND c.organization_id = :whose");
  }

  /**
   * A person who searches among the own credentials searches for names only. Only a text that can
   * be the start of a client identifier is compared with identifiers.
   */
  private String withText(Map<String, Object> values) {
    SearchText text = search.text();
    if (text.isEmpty()) {
      return "";
    }
    values.put("text", text.folded());
    var condition = new StringBuilder(" AND (").append(place(":text"));
    if (whose == Whose.OF_ORGANIZATION) {
      condition.append(" > 0");
    } else {
      condition.append(" BETWEEN 1 AND ").append(place(":end"));
      values.put("end", SearchText.END);
    }
    if (text.text().startsWith(Id.CLIENT.prefix())) {
      condition.append(" OR c.client_id LIKE :start ESCAPE '!'");
      values.put("start", text.atTheStart());
    }
    return condition.append(')').toString();
  }

  private String place(String text) {
    return SearchText.place(database.dialect(), "c.search_text", text);
  }

  private String withType(Map<String, Object> values) {
    Optional<CredentialLists.Search.Type> type = search.type();
    type.ifPresent(chosen -> values.put("type", chosen));
    return type.isPresent() ? " AND c.type = :type" : "";
  }

  private String withOwner(Map<String, Object> values) {
    Optional<Id.User> owner = search.owner();
    owner.ifPresent(chosen -> values.put("owner", chosen));
    return owner.isPresent() ? " AND c.owner_id = :owner" : "";
  }

  private static String condition(CredentialLists.Search.State state) {
    return switch (state) {
      case LIVE -> LIVE;
      case OWNER_DISABLED -> OWNER_DISABLED;
      case NO_TOKEN -> NO_TOKEN;
    };
  }
}

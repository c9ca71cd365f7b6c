package dev.latchkey.storage.credential;

import dev.latchkey.model.Id;
import dev.latchkey.storage.database.Database;
import dev.latchkey.storage.database.Sql;
import dev.latchkey.storage.query.SearchText;
import java.sql.SQLException;
import java.util.Map;

/**
 * The column {@code search_text} of credentials: the name of the credential, and the name and the
 * e-mail address of its owner. A search would otherwise have to look up every owner. Every
 * statement that changes one of the three changes the column as well.
 */
public final class CredentialSearchText {
  /** The value of the column. Its parameters are {@link #name} of the credential, and its owner. */
  static final String VALUE =
      "CAST(:searched_name AS TEXT) || (SELECT u.search_text FROM users u WHERE u.user_id = :owner)";

  private CredentialSearchText() {}

  static String name(String name) {
    return SearchText.of(name);
  }

  /** Follows a change of the user. The names of the credentials stay as they are. */
  public static void followOwner(Sql sql, Database.Dialect dialect, Id.User owner)
      throws SQLException {
    sql.update(
        """
        UPDATE credentials
        SET search_text = substr(search_text, 1, {end}) || (SELECT u.search_text FROM users u WHERE u.user_id = :owner)
        WHERE owner_id = :owner
        """
            .replace("{end}", SearchText.place(dialect, "search_text", ":end")),
        Map.of("owner", owner, "end", SearchText.END));
  }
}

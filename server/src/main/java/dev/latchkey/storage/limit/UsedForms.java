package dev.latchkey.storage.limit;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Makes sure that a form that creates a secret is accepted once. The secret is shown only in the
 * response to the form, and a browser sends the form again when a person reloads that response. The
 * same holds for the decision on an authorization request, because it creates a code.
 *
 * <p>The usual redirect after a form would need the secret stored until the next page, under an
 * address that leads to it. If the browser chose the id of the credential instead, an attacker
 * could choose it too. A person who loses the response has to create another secret.
 */
public final class UsedForms {
  private UsedForms() {}

  /** Whether the form, if there is one, is sent for the first time. */
  public static boolean isFirst(Sql sql, Optional<Id.Form> form, Limits limits, RequestMoment now)
      throws SQLException {
    return form.isEmpty() || spend(sql, form.get(), limits, now);
  }

  /**
   * Marks a form as sent, in the write that it protects. False if the form was sent before. The
   * mark is kept longer than a page can be shown or a request can be pending, by the clock of any
   * node.
   */
  public static boolean spend(Sql sql, Id form, Limits limits, RequestMoment now)
      throws SQLException {
    return spend(sql, form, now.at().plus(limits.session()).plus(limits.request()));
  }

  /** The same for a form that cannot be sent after {@code end}. */
  public static boolean spend(Sql sql, Id form, Instant end) throws SQLException {
    return sql.updateOne(
        """
        INSERT INTO sent_forms (form_id, kept_until) VALUES (?, ?)
        ON CONFLICT (form_id) DO NOTHING
        """,
        form,
        end);
  }
}

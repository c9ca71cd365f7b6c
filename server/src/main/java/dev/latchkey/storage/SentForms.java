package dev.latchkey.storage;

import dev.latchkey.model.Id;
import dev.latchkey.model.Limits;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.storage.database.Sql;
import java.sql.SQLException;

/**
 * A form that makes a secret works once: the answer to it is the one place where the secret is
 * shown, and a browser sends it again when somebody reloads that answer (docs/decisions/0020). The
 * same holds for the decision on an authorization request, which makes a code.
 */
final class SentForms {
    private SentForms() {}

    /**
     * Within the move it guards; false if the form was sent before. Kept for longer than a page can
     * be shown or a request be pending, whichever node's clock decides that.
     */
    static boolean spend(Sql sql, Id form, Limits limits, RequestMoment now) throws SQLException {
        return sql.update(
                        """
                        INSERT INTO sent_forms (form_id, kept_until) VALUES (?, ?)
                        ON CONFLICT (form_id) DO NOTHING
                        """,
                        form,
                        now.at().plus(limits.session()).plus(limits.request()))
                == 1;
    }
}

package dev.latchkey.documents;

import dev.latchkey.harness.WrittenPage;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.event.EventType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the events that webhooks receive, which is written from their types. */
class EventsPageTest {
  private static final String HEAD =
      """
      # Events

      What [webhooks](../how-to/receive-events.md) receive. This page is written from the program.

      - [The message](#the-message)
      - [Types](#types)
      - [Fields](#fields)

      ## The message

      `POST` with `Content-Type: application/json` and three headers of Standard Webhooks:

      | Header | Content |
      |---|---|
      | `webhook-id` | the id of the event, which is the same in each attempt: `evt_…` |
      | `webhook-timestamp` | when this attempt began, in seconds since 1970 |
      | `webhook-signature` | `v1,` and the HMAC-SHA256 of `ID.TIMESTAMP.BODY` in base64, a space, `v1a,` and its Ed25519 signature; for a day after a rotation two of each |

      The key of the HMAC is the part of the secret after `whsec_`, that of the signature the part of the public key after `whpk_`, both decoded from base64. A receiver needs only one of the two.

      ```json
      {
        "type": "grant.ended",
        "timestamp": "2026-03-01T12:00:00.000Z",
        "data": {
          "entry_id": "1042",
          "outcome": "ok",
          "organization": {"id": "org_…", "name": "Acme"},
          "credential": {"id": "cli_…", "name": "Sprint Board"},
          "person": {"id": "usr_…", "name": "Mei Member"},
          "actor": {"kind": "person", "id": "usr_…", "name": "Mei Member"}
        }
      }
      ```

      ## Types

      Each is made from entries of the [audit log](../operate/watch.md#log-and-audit-log) about what was done. Refusals and refreshes are no events.

      | Type | What happened | Entries |
      |---|---|---|
      """;

  private static final String FIELDS =
      """

      ## Fields

      The object `data` has the same fields for each type. A field that does not apply is left out. Later versions may add fields and types; none is renamed or removed.

      | Field | Content |
      |---|---|
      | `entry_id` | the number of the entry in the audit log, with which [`GET /api/v1/audit/{entry_id}`](management-api.md) finds it |
      | `outcome` | `ok`, or more exactly what was done, such as `all` or `by_administrator` |
      | `organization` | `id` and `name` |
      | `team` | `id` and `name` |
      | `credential` | `id` (the `client_id`) and `name` |
      | `person` | `id` and `name` of the person whom it is about |
      | `actor` | who did it: `kind` (`person`, `virtual_administrator`, `operator` or `server`), and `id` and `name` if it has them |
      | `webhook` | in `webhook.test`: `id` |
      | `alert` | in `alert.opened` and `alert.closed`: `id`, `kind` (of [the alerts](alerts.md)), `times`, and `closed_reason` |

      Names are those of the time of the event. Messages never have secrets, e-mail addresses or IP addresses. Events about the same `credential` arrive in their order; without one, those about the same `person`; without one, those of the same `organization`.
      """;

  @Test
  void the_page_has_every_type_with_its_entries() throws IOException {
    var words = new Words(Language.ENGLISH);
    String rows =
        Arrays.stream(EventType.values())
            .map(type ->
                "| `%s` | %s | %s |%n"
                    .formatted(type.code(), words.say("event-type." + type), entries(type)))
            .collect(Collectors.joining());
    WrittenPage.assertUpToDate("docs/reference/events.md", HEAD + rows + FIELDS);
  }

  private static String entries(EventType type) {
    List<String> events =
        Arrays.stream(AuditEvent.values())
            .filter(event ->
                Arrays.stream(AuditOutcome.values())
                    .anyMatch(
                        outcome -> EventType.of(event, outcome).filter(type::equals).isPresent()))
            .map(event -> "`" + event.name().toLowerCase(Locale.ROOT) + "`")
            .toList();
    if (type == EventType.ALERT_OPENED || type == EventType.ALERT_CLOSED) {
      return "none: it is sent with the [alert](alerts.md) itself, without `entry_id`, `outcome` and `actor`";
    }
    return events.isEmpty() ? "none: a person asked for it" : String.join(", ", events);
  }
}

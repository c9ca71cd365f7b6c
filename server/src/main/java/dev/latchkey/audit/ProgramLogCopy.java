package dev.latchkey.audit;

import dev.latchkey.api.ViewJson;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.Id;
import dev.latchkey.model.audit.AuditEntry;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Also writes each entry of the audit log to the program's log, as one line of JSON. This happens
 * after the entry has been stored on disk (rule 6.6). The values that a change has changed are left
 * out, because people can enter anything as a name, even a secret by mistake.
 */
public record ProgramLogCopy(PrintStream out) implements Consumer<AuditEntry> {
  @Override
  public void accept(AuditEntry entry) {
    out.println(new String(Json.bytes(line(entry)), StandardCharsets.UTF_8));
  }

  static ObjectNode line(AuditEntry entry) {
    ObjectNode line =
        Json.object()
            .put("at", entry.moment().at().toString())
            .put("event", entry.event().name().toLowerCase(Locale.ROOT))
            .put("outcome", entry.outcome().code());
    entry.actor().kind().ifPresent(kind -> line.put("actor", ViewJson.code(kind)));
    put(line, "user_id", entry.actor().subject());
    put(line, "about_user_id", entry.aboutUser());
    put(line, "client_id", entry.client());
    put(line, "org_id", entry.organization());
    put(line, "team_id", entry.team());
    line.put("address", entry.moment().address());
    entry.moment().requestId().ifPresent(id -> line.put("request_id", id));
    return line;
  }

  private static void put(ObjectNode line, String name, Optional<? extends Id> id) {
    id.ifPresent(known -> line.put(name, known.value()));
  }
}

package dev.latchkey.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.latchkey.api.view.AuditEntryView;
import dev.latchkey.console.table.LogFormat;
import dev.latchkey.edge.http.Json;
import dev.latchkey.fuzz.ParserFuzz;
import dev.latchkey.fuzz.Requests;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.audit.AuditEntry;
import dev.latchkey.model.audit.AuditEvent;
import dev.latchkey.model.audit.AuditNames;
import dev.latchkey.model.audit.AuditOutcome;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.audit.RecordedNames;
import dev.latchkey.model.person.Organization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A download of the audit log: whatever names it contains, a reader gets each cell back unchanged.
 */
class DownloadFuzzTest extends ParserFuzz {
  private static final int EMAIL = 4;
  private static final int CREDENTIAL = 8;
  private static final int ADDRESS = 11;
  private static final int DETAIL = 12;
  private static final int ACTOR_NAME = 14;
  private static final int REQUEST_ID = 15;
  private static final int RECORDED_TEAM = 21;
  private static final int CELLS = 22;
  private static final String FORMULA = "(?s)[\\s\"]*[=+\\-@].*";

  @Override
  protected void holds(byte[] input) {
    String text = utf8(input);
    var entry =
        AuditEntry.of(
                new RequestMoment(Requests.AT, text).identified(Optional.of(text)),
                AuditEvent.SIGN_IN,
                AuditOutcome.OK)
            .detailed(Optional.of(text));
    var home = new Organization(new Id.Organization("org_1"), text, Organization.Kind.MULTI_TEAM);
    var user = new Id.User("usr_1");
    var person = new AuditNames.Person(user, text, text, home);
    var app = new AuditNames.App(new Id.Client("cli_1"), text, home, user, true, false);
    var line =
        new ListedAuditEntry(
            1,
            entry,
            new AuditNames(
                Optional.of(person),
                Optional.empty(),
                Optional.of(app),
                Optional.empty(),
                Optional.empty()),
            new RecordedNames(
                Optional.of(text),
                Optional.empty(),
                Optional.of(text),
                Optional.empty(),
                Optional.of(text)));

    List<String> cells = cells(LogFormat.CSV.line(AuditEntryView.of(line)));
    assertThat(cells).hasSize(CELLS);
    for (int at :
        new int[] {EMAIL, CREDENTIAL, ADDRESS, DETAIL, ACTOR_NAME, REQUEST_ID, RECORDED_TEAM}) {
      String cell = cells.get(at);
      assertThat(cell.replace("'", "")).isEqualTo(text.replace("'", ""));
      assertThat(cell.split("[;|,\t\r\n]")).noneMatch(part -> part.matches(FORMULA));
    }
    String json = LogFormat.JSON_LINES.line(AuditEntryView.of(line));
    assertThat(json.indexOf('\n')).isEqualTo(json.length() - 1);
    assertThat(Json.parse(json).orElseThrow().path("email").asString("")).isEqualTo(text);
  }

  /** Splits a line strictly by the rules of RFC 4180. */
  private static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean isQuoted = false;
    int end = line.length() - 2;
    assertThat(line.substring(end)).isEqualTo("\r\n");
    for (int i = 0; i < end; i++) {
      char character = line.charAt(i);
      if (isQuoted && character == '"' && i + 1 < end && line.charAt(i + 1) == '"') {
        cell.append('"');
        i++;
      } else if (character == '"') {
        isQuoted = !isQuoted;
      } else if (character == ',' && !isQuoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        assertThat(isQuoted || (character != '\r' && character != '\n')).isTrue();
        cell.append(character);
      }
    }
    assertThat(isQuoted).isFalse();
    cells.add(cell.toString());
    return cells;
  }
}

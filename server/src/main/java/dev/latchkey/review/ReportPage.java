package dev.latchkey.review;

import static dev.latchkey.review.ReportFile.escaped;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A report as a page of its own: without scripts, and without anything that would be loaded. */
record ReportPage(JsonNode report, String keyId) {
  String html(String signed) {
    String rows =
        report.get("items").valueStream().map(ReportPage::row).collect(Collectors.joining("\n"));
    String partial = report.path("is_partial").asBoolean() ? " There was more than it lists." : "";
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Access review of %1$s</title>
    <style>
    body {font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem}
    table {border-collapse: collapse; width: 100%%}
    th, td {border-bottom: 1px solid #ccc; padding: .4rem .6rem; text-align: left; vertical-align: top}
    pre {white-space: pre-wrap; word-break: break-all; font-size: 11px; color: #555}
    </style>
    </head>
    <body>
    <h1>Access review of %1$s</h1>
    <p>Started by %2$s at %3$s, due at %4$s, completed by %5$s at %6$s.%7$s</p>
    <table>
    <tr><th>#</th><th>What</th><th>Access</th><th>Last used</th><th>Decision</th><th>By</th><th>Note</th></tr>
    %8$s
    </table>
    <h2>Signature</h2>
    <p>Signed with the key %9$s. To verify: latchkey review verify FILE</p>
    %10$s
    </body>
    </html>
    """
        .formatted(
            text(report, "organization"),
            text(report, "started_by"),
            text(report, "started_at"),
            text(report, "due_at"),
            text(report, "completed_by"),
            text(report, "completed_at"),
            partial,
            rows,
            escaped(keyId),
            signed);
  }

  private static String row(JsonNode item) {
    String scopes =
        item.path("scopes")
            .valueStream()
            .map(scope -> escaped(scope.asString()))
            .collect(Collectors.joining(", "));
    String access = (text(item, "role").replace('_', ' ') + " " + scopes).strip();
    return "<tr><td>%s</td><td>%s: %s (%s)</td><td>%s</td><td>%s</td><td>%s</td><td>%s<br>%s</td><td>%s</td></tr>"
        .formatted(
            item.path("number").asInt(),
            text(item, "kind"),
            text(item, "name"),
            text(item, "about"),
            access,
            text(item, "last_used_at"),
            text(item, "decision"),
            text(item, "decided_by"),
            text(item, "decided_at"),
            text(item, "note"));
  }

  private static String text(JsonNode from, String field) {
    return escaped(from.path(field).asString(""));
  }
}

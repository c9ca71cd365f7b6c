package dev.latchkey.console.table;

import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Pages;
import dev.latchkey.console.page.Section;
import dev.latchkey.edge.http.Response;
import java.util.Optional;

/**
 * What can be done with several rows of a table at once.
 *
 * <p>Each row is changed by a write of its own, the same one as on the page of the row. A single
 * write would lock up to 100 people or credentials, and would undo all changes if another request
 * had changed one of the rows. If the server stops, some rows are changed; the audit log says
 * which, and sending the form again does the rest. The choice of rows is a GET form, so the page
 * that asks can be reloaded and left without harm.
 */
public enum BulkAct {
  END_ACCESS_OF_APPS,
  END_SESSIONS,
  REVOKE_TOKENS,
  DISABLE_PEOPLE,
  END_ACCESS_OF_PEOPLE,
  DELETE_CREDENTIALS;

  private static final String DONE = "did";
  private static final String COUNT = "count";

  /**
   * The table with the rows. {@code section}: the section of the page. {@code href}: the address of
   * the table, without the parameters that name what was done.
   */
  public record Origin(Section section, String href) {
    /** The address of the table with one more parameter. */
    String with(String name, String value) {
      return href + (href.contains("?") ? "&" : "?") + name + "=" + value;
    }
  }

  /**
   * The answer after the act: back to the table, which says how many rows were changed. If some
   * rows were not changed, a page names them with the reasons.
   */
  public Response answer(PageRequest request, Origin origin, BulkResult result) {
    if (result.missed().isEmpty()) {
      var table = new Origin(origin.section(), origin.with(DONE, name()));
      return request.seeOther(table.with(COUNT, String.valueOf(result.done())));
    }
    Page page = request.page().withProblem("bulk.partly", result.done(), result.total());
    return page.show(409, Pages.TEMPLATES.pageBulkResult(page, origin, this, result));
  }

  /** The layout of a table, with the notice about the act that the query names. */
  public static Page notice(PageRequest request) {
    Page page = request.page();
    Optional<BulkAct> done = TableQuery.chosen(request.query(), DONE, values());
    Optional<Integer> count =
        request
            .query()
            .value(COUNT)
            .filter(text -> text.matches("[0-9]{1,3}"))
            .map(Integer::valueOf);
    return done.isPresent() && count.isPresent()
        ? page.withNotice("bulk.done." + done.get(), count.get())
        : page;
  }
}

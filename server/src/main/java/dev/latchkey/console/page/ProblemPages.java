package dev.latchkey.console.page;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.edge.http.Headers;
import dev.latchkey.edge.http.Refusal;
import dev.latchkey.edge.http.RefusalPages;
import dev.latchkey.edge.http.Request;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Language;
import java.util.Optional;

/**
 * The error pages of requests that were refused before they reached a page. The sentence of a
 * refusal is written for programs, so the message for people is chosen by the status.
 */
public final class ProblemPages implements RefusalPages {
  private static final String MESSAGE = "problem.status.";
  private static final String SESSION = PageGuard.SESSION_COOKIE + "=";

  private final Pages pages;
  private final Route notFound;

  public ProblemPages(Pages pages, PageGuard pageGuard) {
    this.pages = pages;
    this.notFound = pageGuard.open("GET", "/**", this::notFound);
  }

  @Override
  public Response page(Refusal refusal, Language language, Optional<String> address) {
    Page page = pages.in(language);
    int status = refusal.status();
    return address
        .map(right -> misdirected(page, refusal, right))
        .orElseGet(() -> pages.problem(page, status, refusal.error(), MESSAGE + status));
  }

  /** A page without the layout, whose links and styles would be refused as well. */
  private static Response misdirected(Page page, Refusal refusal, String address) {
    int status = refusal.status();
    return page.show(status, TEMPLATES.pageMisdirected(page, status, refusal.error(), address));
  }

  @Override
  public Optional<Route> notFound(Headers headers) {
    boolean hasSession = headers.all("Cookie").stream().anyMatch(line -> line.contains(SESSION));
    return hasSession ? Optional.of(notFound) : Optional.empty();
  }

  private Response notFound(Request request, Visitor visitor) {
    return pages.problem(pages.of(visitor), 404, "not_found", MESSAGE + 404);
  }
}

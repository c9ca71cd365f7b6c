package dev.latchkey.console.page;

import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Request;
import dev.latchkey.model.token.SealedRequest;
import java.util.Map;
import java.util.Optional;

/**
 * Where a sign-in leads. It goes with the browser from step to step, as one parameter of each
 * address and one hidden field of each form. Every target is a page of this application.
 */
public sealed interface AfterSignIn {
  String START_PAGE = Section.HOME.path();

  /** The consent page of an authorization request that waits for the sign-in. */
  record Consent(SealedRequest request) implements AfterSignIn {}

  /** The page that the person asked for before signing in. */
  record AskedPage(LocalPath path) implements AfterSignIn {}

  record StartPage() implements AfterSignIn {}

  /** A hidden field that takes the target through the form of a sign-in step. */
  record Field(String name, String value) {}

  /** The target that this step of the sign-in received from the step before. */
  static AfterSignIn of(Request request) {
    return read(request.query()).or(() -> read(request.form())).orElseGet(StartPage::new);
  }

  private static Optional<AfterSignIn> read(Form sent) {
    Optional<AfterSignIn> consent =
        sent.value("request").flatMap(SealedRequest::parse).map(Consent::new);
    return consent.or(() -> sent.value("next").map(AfterSignIn::page));
  }

  /** The page at this address; the start page if the address is not one of this application. */
  static AfterSignIn page(String address) {
    return LocalPath.parse(address)
        .filter(path -> !path.text().equals(START_PAGE))
        .<AfterSignIn>map(AskedPage::new)
        .orElseGet(StartPage::new);
  }

  /** Reads the text that {@link #text} returned. */
  static AfterSignIn parse(String text) {
    return Form.parse(text).flatMap(AfterSignIn::read).orElseGet(StartPage::new);
  }

  default String address() {
    return switch (this) {
      case Consent(SealedRequest request) -> "/consent?request=" + request.text();
      case AskedPage(LocalPath path) -> path.text();
      case StartPage _ -> START_PAGE;
    };
  }

  default Optional<Field> field() {
    return switch (this) {
      case Consent(SealedRequest request) -> Optional.of(new Field("request", request.text()));
      case AskedPage(LocalPath path) -> Optional.of(new Field("next", path.text()));
      case StartPage _ -> Optional.empty();
    };
  }

  /** The target as the parameter of an address; an empty text for the start page. */
  default String text() {
    return field().map(field -> Form.of(Map.of(field.name(), field.value())).encoded()).orElse("");
  }

  /** The address of a step of the sign-in, which then leads to the same target. */
  default String through(String step) {
    return field().isPresent() ? step + "?" + text() : step;
  }
}

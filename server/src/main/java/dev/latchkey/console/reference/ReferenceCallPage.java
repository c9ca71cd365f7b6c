package dev.latchkey.console.reference;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.page.FormErrors;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.PageRequest;
import dev.latchkey.console.page.Section;
import dev.latchkey.console.program.Snippet;
import dev.latchkey.edge.gateway.CanonicalPath;
import dev.latchkey.edge.http.Effect;
import dev.latchkey.edge.http.Form;
import dev.latchkey.edge.http.Header;
import dev.latchkey.edge.http.InternalClient;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Route;
import dev.latchkey.edge.http.Transcript;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The page on which a person tries one call of the API reference with a token. With its script the
 * browser sends the call to this server. Without it, this page sends the calls that Latchkey
 * answers itself, inside the process (decision 0060).
 */
public record ReferenceCallPage(Supplier<Reference> current, InternalClient client) {
  static final String PATH = Section.API_REFERENCE.path() + "/call";

  /** No other text can be a token, and none of these can break a header. */
  private static final Pattern SENDABLE = Pattern.compile("[!-~]{1,200}");

  /** What was entered, as it was typed. */
  public record Entered(Form form) {
    public String token() {
      return form.value("token").map(String::strip).orElse("");
    }

    public String segment(String name) {
      return form.value("segment_" + name).orElse("");
    }

    public String rest() {
      return form.value("rest").orElse("");
    }

    public String query() {
      return form.value("query").orElse("");
    }

    public String body() {
      return form.value("body").orElse("");
    }
  }

  public record View(
      ReferenceCall call,
      Entered entered,
      List<Snippet> snippets,
      Transcript transcript,
      FormErrors errors) {
    public String title() {
      return call.method() + " " + call.pattern();
    }
  }

  public List<Route> routes(PageGuard pageGuard) {
    return List.of(
        pageGuard.signedIn(Effect.READ, PATH, this::open),
        pageGuard.signedIn(Effect.CHANGE, PATH, request -> named(request.form(), request)));
  }

  /** The address of the form with what a recorded call has sent. Only reads are made again. */
  public static String again(String path) {
    return PATH + "?call=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  private Response open(PageRequest request) {
    Optional<String> called = request.query().value("call");
    return called.isEmpty() ? named(request.query(), request) : again(called.get(), request);
  }

  private Response again(String called, PageRequest request) {
    Optional<CanonicalPath> path = CanonicalPath.parse(called);
    Optional<ReferenceCall> call = path.flatMap(sent -> current.get().at("GET", sent));
    if (call.isEmpty()) {
      return request.notFound("reference.unknown");
    }
    Form form = path.flatMap(call.get()::again).orElse(Form.EMPTY);
    return show(request.page(), view(call.get(), form, request));
  }

  private Response named(Form sent, PageRequest request) {
    Optional<ReferenceCall> call =
        current.get().named(sent.value("method").orElse(""), sent.value("path").orElse(""));
    if (call.isEmpty()) {
      return request.notFound("reference.unknown");
    }
    return request.request().method().equals("POST")
        ? send(call.get(), request)
        : show(request.page(), view(call.get(), call.get().form(), request));
  }

  private Response send(ReferenceCall call, PageRequest request) {
    var view = view(call, request.form(), request);
    Optional<FormErrors> errors = errors(call, request.form());
    if (errors.isPresent()) {
      Page page = request.page().withProblem("reference.not-sent");
      return show(page, with(view, Transcript.NONE, errors.get()));
    }
    String token = view.entered().token();
    Optional<InternalClient.Received> received =
        call.isBuiltIn()
            ? client.send(request(call, token, request.form()), request.request())
            : Optional.empty();
    if (received.isEmpty()) {
      Page page = request.page().withProblem("reference.forwarded");
      return show(page, with(view, Transcript.NONE, FormErrors.of(409)));
    }
    var shown = request(call, Transcript.masked(token), request.form());
    Transcript transcript = Transcript.of(shown, authority(request), received.get());
    return show(request.page(), with(view, transcript, FormErrors.NONE));
  }

  private static Optional<FormErrors> errors(ReferenceCall call, Form entered) {
    if (!SENDABLE.matcher(new Entered(entered).token()).matches()) {
      return Optional.of(FormErrors.of(400, "token", "reference.token-missing"));
    }
    if (Form.parse(entered.value("query").orElse("")).isEmpty()) {
      return Optional.of(FormErrors.of(400, "query", "reference.query-flaw"));
    }
    return call.sent(entered).isEmpty()
        ? Optional.of(FormErrors.of(400, "path", "reference.segment-missing"))
        : Optional.empty();
  }

  private static InternalClient.Sent request(ReferenceCall call, String token, Form entered) {
    String body = call.takesBody() ? new Entered(entered).body() : "";
    var headers = new ArrayList<Header>();
    headers.add(new Header("Authorization", "Bearer " + token));
    if (!body.isEmpty()) {
      headers.add(new Header("Content-Type", "application/json"));
    }
    return new InternalClient.Sent(call.method(), call.sent(entered).orElseThrow(), headers, body);
  }

  private static View view(ReferenceCall call, Form entered, PageRequest request) {
    String address = request.baseUrl() + call.sent(entered).orElseGet(call::example);
    Optional<String> body =
        call.takesBody()
            ? Optional.of(call.bodyToSend(new Entered(entered).body()))
            : Optional.empty();
    List<Snippet> snippets = Snippet.ofCall(call.method(), address, body);
    return new View(call, new Entered(entered), snippets, Transcript.NONE, FormErrors.NONE);
  }

  private static View with(View view, Transcript transcript, FormErrors errors) {
    return new View(view.call(), view.entered(), view.snippets(), transcript, errors);
  }

  private static String authority(PageRequest request) {
    return request.baseUrl().substring(request.baseUrl().indexOf("://") + 3);
  }

  private static Response show(Page page, View view) {
    Page scripted = page.withScript(Page.CALLING_SCRIPT);
    return scripted.show(view.errors().status(), TEMPLATES.gatewayReferenceCall(scripted, view));
  }
}

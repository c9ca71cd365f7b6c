package dev.latchkey.console.page;

import static dev.latchkey.console.page.Pages.TEMPLATES;

import dev.latchkey.console.asset.Brand;
import dev.latchkey.console.asset.ContentPolicy;
import dev.latchkey.edge.http.Response;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.User;
import gg.jte.models.runtime.JteModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The layout data of every page: its language, the visitor, what the top bar and the navigation
 * show, and the result of the form that was just sent. {@code confirmation}: what forms for
 * sensitive actions ask for.
 */
public record Page(
    Words words,
    Optional<Visitor> visitor,
    Shell shell,
    Result result,
    List<String> scripts,
    Confirmation confirmation) {

  /** The script of trials sends requests, and only to this server. */
  public static final String CALLING_SCRIPT = "call.js";

  /** The script of a new credential has the fields checked by the server. */
  public static final String CHECK_FIELDS = "check-fields.js";

  /** The script of passkeys asks the authenticator. */
  public static final String PASSKEYS = "passkeys.js";

  /** The library that replaces a part of a page by that of another one. */
  public static final String PARTS = "htmx.js";

  /**
   * No part of a page is kept in the browser, and nothing that the library could run is run: a page
   * may show a secret, and scripts come from files alone.
   */
  public static final String PARTS_OPTIONS =
      """
      {"historyCacheSize":0,"refreshOnHistoryMiss":true,"includeIndicatorStyles":false,\
      "allowEval":false,"allowScriptTags":false,"selfRequestsOnly":true}\
      """;

  /** The script that shows times in the time zone of the reader, under the days there. */
  public static final String LOCAL_TIME = "local-time.js";

  /** What every page of the console does: selecting rows, copying, the palette, the keys. */
  public static final String CONSOLE = "console.js";

  /** Adds what is newer to a list that is open. */
  public static final String FOLLOW = "follow.js";

  public Page {
    scripts = List.copyOf(scripts);
  }

  /**
   * What surrounds the content. {@code organization}: the one that the page is about, or else the
   * person's own; empty if nobody is signed in.
   */
  record Shell(
      Brand brand,
      Optional<Organization> organization,
      List<Section> sections,
      Navigation.Approvals approvals) {
    Shell {
      sections = List.copyOf(sections);
    }

    /** The surroundings for a visitor who is not signed in. */
    static Shell of(Brand brand) {
      return new Shell(brand, Optional.empty(), List.of(), Navigation.Approvals.NONE);
    }
  }

  /** The texts shown above the content: what went wrong, and what was done. */
  record Result(Optional<String> problem, Optional<String> notice) {
    static final Result NONE = new Result(Optional.empty(), Optional.empty());
  }

  public String say(String key, Object... values) {
    return words.say(key, values);
  }

  public String say(FormErrors.FieldError error) {
    return words.say(error.message(), error.values().toArray());
  }

  /** A moment beside now: "3 h ago". */
  public String ago(Instant at) {
    return visitor.map(each -> words.ago(at, each.now())).orElseGet(() -> words.moment(at));
  }

  public Language language() {
    return words.language();
  }

  /**
   * The address to return to after a change of language; empty if nothing is known of a visitor.
   */
  public Optional<String> address() {
    return visitor.map(Visitor::address);
  }

  public Optional<User> user() {
    return visitor.flatMap(Visitor::user);
  }

  /** Whether the visitor only reads, so that no form for a change is shown. */
  public boolean isForReading() {
    return user().filter(user -> user.role().isAuditor()).isPresent();
  }

  public Theme theme() {
    return visitor.map(known -> known.look().theme()).orElse(Theme.SYSTEM);
  }

  /** Whether the side bar shows its icons only. */
  public boolean isNarrow() {
    return visitor.filter(known -> known.look().isNarrow()).isPresent();
  }

  /** The first characters of the first and of the last word of a name, for the account menu. */
  public static String initials(String name) {
    String[] parts = name.strip().split("\\s+");
    String first = firstCharacter(parts[0]);
    return parts.length == 1 ? first : first + firstCharacter(parts[parts.length - 1]);
  }

  private static String firstCharacter(String text) {
    return text.isEmpty() ? "" : text.substring(0, text.offsetByCodePoints(0, 1));
  }

  public Brand brand() {
    return shell.brand;
  }

  public Optional<Organization> organization() {
    return shell.organization;
  }

  public List<Section> sections() {
    return shell.sections;
  }

  /** Whether people can ask for apps that have no credential. */
  public boolean hasApprovals() {
    return shell.approvals.isOffered();
  }

  public Optional<String> problem() {
    return result.problem;
  }

  public Optional<String> notice() {
    return result.notice;
  }

  /**
   * Whether a message is shown above the content. It then gets the focus, so that a screen reader
   * reads it first, and no field may ask for the focus too.
   */
  public boolean hasMessage() {
    return problem().isPresent() || notice().isPresent();
  }

  /** What the side bar shows. */
  public Navigation navigation() {
    return new Navigation(words, organization(), sections(), shell.approvals);
  }

  public String formToken() {
    return visitor.map(Visitor::formToken).orElse("");
  }

  public Page withProblem(String key, Object... values) {
    return with(new Result(Optional.of(words.say(key, values)), result.notice));
  }

  public Page withNotice(String key, Object... values) {
    return with(new Result(result.problem, Optional.of(words.say(key, values))));
  }

  private Page with(Result changed) {
    return new Page(words, visitor, shell, changed, scripts, confirmation);
  }

  /**
   * Whether the script moves what the page shows. Browsers wait for it before they show anything.
   */
  public boolean movesWith(String script) {
    return script.equals(LOCAL_TIME);
  }

  /** Whether parts of the page can be replaced. */
  public boolean hasParts() {
    return scripts.contains(PARTS);
  }

  /** The page about this organization. The top bar shows its name. */
  public Page about(Organization organization) {
    var changed =
        new Shell(shell.brand, Optional.of(organization), shell.sections, shell.approvals);
    return new Page(words, visitor, changed, result, scripts, confirmation);
  }

  /**
   * The page with one of our scripts. The page works without the script. Pages without this call
   * may not run any script.
   */
  public Page withScript(String name) {
    if (scripts.contains(name)) {
      return this;
    }
    var all = new ArrayList<>(scripts);
    all.add(name);
    return new Page(words, visitor, shell, result, all, confirmation);
  }

  /** The page of a person who is signed in. */
  Page ofConsole() {
    return withScript(PARTS).withScript(CONSOLE);
  }

  /** The page without what the console does. A person who is asked for consent runs no script. */
  public Page focused() {
    List<String> own =
        scripts.stream().filter(name -> !List.of(PARTS, CONSOLE).contains(name)).toList();
    return new Page(words, visitor, shell, result, own, confirmation);
  }

  /** The page whose forms for sensitive actions ask for this. */
  Page asking(Confirmation asked) {
    var page = new Page(words, visitor, shell, result, scripts, asked);
    return asked.passkeyOptions().isPresent() ? page.withScript(PASSKEYS) : page;
  }

  /** Whether forms for sensitive actions show the password field. */
  public boolean asksPassword() {
    return confirmation.isAsked();
  }

  /** With what a passkey is asked for in place of that password. */
  public Optional<String> passkeyOptions() {
    return confirmation.passkeyOptions();
  }

  public Response show(int status, JteModel template) {
    return show(status, template, "");
  }

  /**
   * {@code alsoTo}: another origin that a form on this page may lead to. It is needed because
   * browsers apply {@code form-action} to the redirect after the form too.
   */
  public Response show(int status, JteModel template, String alsoTo) {
    return Response.html(status, template.render()).with(ContentPolicy.of(scripts, alsoTo));
  }

  /** A page that shows only an error message. {@code error}: the error code. */
  public Response problem(int status, String error, String message, Object... values) {
    return problem(status, error, Helpers.NONE, say(message, values));
  }

  /** The error page for a role that lacks the right. {@code helpers}: some people who have it. */
  Response forbidden(Helpers helpers, String sentence) {
    return problem(403, "forbidden", helpers, sentence);
  }

  private Response problem(int status, String error, Helpers helpers, String sentence) {
    Page page = sections().isEmpty() ? this : ofConsole();
    return page.show(
        status,
        TEMPLATES.pageProblem(page, status, error, say(problemTitle(status)), sentence, helpers));
  }

  private static String problemTitle(int status) {
    return switch (status) {
      case 403 -> "problem.title-forbidden";
      case 404 -> "problem.title-not-found";
      case 409 -> "problem.title-conflict";
      case 429 -> "problem.title-too-many";
      default -> status < 500 ? "problem.title" : "problem.title-ours";
    };
  }
}

package dev.latchkey.page;

import static dev.latchkey.page.Pages.TEMPLATES;

import dev.latchkey.http.Header;
import dev.latchkey.http.Response;
import dev.latchkey.model.Language;
import dev.latchkey.model.User;
import gg.jte.models.runtime.JteModel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The layout data of every page: its language, the visitor, the sections in the navigation, and the
 * result of the form that was just sent. {@code problem} and {@code notice}: the texts shown above
 * the content. {@code asksPassword}: whether forms for sensitive actions show the password field
 * (decision 6.5).
 */
public record Page(
        Words words,
        Optional<Visitor> visitor,
        List<Section> sections,
        Optional<String> problem,
        Optional<String> notice,
        Optional<String> script,
        boolean asksPassword) {

    public Page {
        sections = List.copyOf(sections);
    }

    public String say(String key, Object... values) {
        return words.say(key, values);
    }

    public Language language() {
        return words.language();
    }

    /**
     * The address to return to after a change of language; empty if the page cannot be requested
     * again.
     */
    public Optional<String> address() {
        return visitor.flatMap(Visitor::address);
    }

    public Optional<User> user() {
        return visitor.flatMap(Visitor::user);
    }

    /** The first section of each area. The main navigation links to it. */
    public List<Section> areaLinks() {
        return Stream.of(Area.values()).flatMap(area -> within(area).stream().limit(1)).toList();
    }

    public List<Section> within(Area area) {
        return sections.stream().filter(section -> section.area() == area).toList();
    }

    public String formToken() {
        return visitor.map(Visitor::formToken).orElse("");
    }

    public Page withProblem(String key, Object... values) {
        return new Page(
                words,
                visitor,
                sections,
                Optional.of(words.say(key, values)),
                notice,
                script,
                asksPassword);
    }

    public Page withNotice(String key, Object... values) {
        return new Page(
                words,
                visitor,
                sections,
                problem,
                Optional.of(words.say(key, values)),
                script,
                asksPassword);
    }

    /**
     * The page with one of our scripts. The page works without the script. Pages without this call
     * may not run any script.
     */
    public Page withScript(String name) {
        return new Page(words, visitor, sections, problem, notice, Optional.of(name), asksPassword);
    }

    Page askingPassword() {
        return new Page(words, visitor, sections, problem, notice, script, true);
    }

    public Response show(int status, JteModel template) {
        return show(status, template, "");
    }

    /**
     * {@code alsoTo}: another origin that a form on this page may lead to. It is needed because
     * browsers apply {@code form-action} to the redirect after the form too.
     */
    public Response show(int status, JteModel template, String alsoTo) {
        return Response.html(status, template.render()).with(contentSecurityPolicy(alsoTo));
    }

    /** A page that shows only an error message. {@code error}: the error code. */
    public Response problem(int status, String error, String message, Object... values) {
        return show(status, TEMPLATES.pageProblem(this, status, error, say(message, values)));
    }

    /**
     * The header that differs from page to page. {@code http/StandardHeaders} adds the others to
     * every answer.
     */
    Header contentSecurityPolicy(String alsoTo) {
        return new Header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; img-src 'self' data:; object-src 'none';"
                        + (script.isPresent() ? " script-src 'self';" : "")
                        + " base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
                        + (alsoTo.isEmpty() ? "" : " " + alsoTo));
    }
}

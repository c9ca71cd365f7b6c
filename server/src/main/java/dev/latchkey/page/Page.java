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
 * What the frame of every page needs: its words, who is looking, where they may go, and what went
 * wrong or well with the form just sent. {@code asksPassword}: whether a form for a sensitive act
 * has to have the password.
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

    /** The address at which the same page can be had in another language. */
    public Optional<String> address() {
        return visitor.flatMap(Visitor::address);
    }

    public Optional<User> user() {
        return visitor.flatMap(Visitor::user);
    }

    /** What leads into each area: the first of its places. */
    public List<Section> entrances() {
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

    /** One of our own files; the page works without it, and no other page may run any. */
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
     * {@code alsoTo}: an origin that a form on this page may lead to; browsers apply the rule to
     * redirects as well.
     */
    public Response show(int status, JteModel template, String alsoTo) {
        return Response.html(status, template.render()).with(rules(alsoTo));
    }

    /** This page with nothing but a sentence. {@code error}: its name for programs. */
    public Response problem(int status, String error, String message, Object... values) {
        return show(status, TEMPLATES.pageProblem(this, status, error, say(message, values)));
    }

    /** What else a browser is told stands with all answers (http/StandardHeaders). */
    Header rules(String alsoTo) {
        return new Header(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; img-src 'self' data:; object-src 'none';"
                        + (script.isPresent() ? " script-src 'self';" : "")
                        + " base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
                        + (alsoTo.isEmpty() ? "" : " " + alsoTo));
    }
}

package dev.latchkey.login;

import dev.latchkey.http.Request;
import dev.latchkey.http.Response;
import dev.latchkey.http.Route;
import dev.latchkey.model.PasswordRule;
import dev.latchkey.model.Secret;
import dev.latchkey.model.User;
import dev.latchkey.page.Door;
import dev.latchkey.page.Notice;
import dev.latchkey.page.Page;
import dev.latchkey.page.Pages;
import dev.latchkey.page.Visitor;
import dev.latchkey.storage.PasswordLinks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Whoever holds a one-time link chooses a password for the account it was made for. Opening the
 * link spends nothing: programs that look into mail open links before people do.
 */
public final class PasswordLinkPage {
    private final PasswordLinks links;
    private final Passwords passwords;
    private final PasswordRule rule;
    private final Notice notice;
    private final Pages pages;

    public PasswordLinkPage(
            PasswordLinks links,
            Passwords passwords,
            PasswordRule rule,
            Notice notice,
            Pages pages) {
        this.links = links;
        this.passwords = passwords;
        this.rule = rule;
        this.notice = notice;
        this.pages = pages;
    }

    public List<Route> routes(Door door) {
        return List.of(
                door.open("GET", "/password", this::show),
                door.open("POST", "/password", this::choose));
    }

    private Response show(Request request, Visitor visitor) {
        return withLink(
                request,
                visitor,
                request.query().value("key"),
                (link, user) -> form(200, pages.of(visitor), link, user, Map.of()));
    }

    private Response choose(Request request, Visitor visitor) {
        String chosen = request.form().value("new_password").orElse("");
        boolean repeated = chosen.equals(request.form().value("repeated_password").orElse(""));
        return withLink(
                request,
                visitor,
                request.form().value("key"),
                (link, user) ->
                        rule.flaw(chosen, user.email(), user.name())
                                .map(flaw -> Map.of("new", "flaw.password." + flaw))
                                .or(() ->
                                        repeated
                                                ? Optional.empty()
                                                : Optional.of(
                                                        Map.of(
                                                                "repeated",
                                                                "flaw.password-repeated")))
                                .map(flaws ->
                                        form(
                                                400,
                                                pages.of(visitor).withProblem("security.flawed"),
                                                link,
                                                user,
                                                flaws))
                                .orElseGet(() -> spend(request, visitor, link, user, chosen)));
    }

    private Response spend(
            Request request, Visitor visitor, Secret.PasswordLink link, User user, String chosen) {
        if (!links.spend(
                link,
                user,
                passwords.hash(chosen, user.email(), request.occasion()),
                request.occasion())) {
            return over(visitor);
        }
        notice.send(Notice.Change.PASSWORD_CHANGED, user, pages.of(visitor), request.occasion());
        return Response.redirect(303, "/sign-in?password=chosen");
    }

    private Response withLink(
            Request request,
            Visitor visitor,
            Optional<String> text,
            BiFunction<Secret.PasswordLink, User, Response> step) {
        Optional<Secret.PasswordLink> link = text.flatMap(Secret.PASSWORD_LINK::parse);
        Optional<User> user = link.flatMap(known -> links.open(known, request.occasion()));
        return user.isPresent() ? step.apply(link.orElseThrow(), user.get()) : over(visitor);
    }

    private Response over(Visitor visitor) {
        return pages.problem(pages.of(visitor), 410, "link_over", "password-link.over");
    }

    private Response form(
            int status, Page page, Secret.PasswordLink link, User user, Map<String, String> flaws) {
        return pages.show(
                status,
                "login/password-link",
                page,
                Map.of("key", link.reveal(), "email", user.email(), "flaws", flaws));
    }
}

package dev.latchkey.revoke;

import dev.latchkey.model.Language;
import dev.latchkey.model.MailMessage;
import dev.latchkey.model.Mailer;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.Secret;
import dev.latchkey.page.Words;
import dev.latchkey.storage.LeakedSecrets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Mails the people whom a leaked secret concerns. The report comes from a program, so the languages
 * of the people are not known, and the text is in all of them. Nothing is sent if mail is not
 * configured.
 */
public final class LeakNotice {
    private final Optional<Mailer> mailer;
    private final List<Words> languages = Arrays.stream(Language.values()).map(Words::new).toList();

    public LeakNotice(Optional<Mailer> mailer) {
        this.mailer = mailer;
    }

    void send(LeakedSecrets.Revoked revoked, Secret secret, RequestMoment now) {
        mailer.ifPresent(sender ->
                revoked.informed()
                        .forEach(person -> sender.send(message(person, revoked, secret, now))));
    }

    private MailMessage message(
            LeakedSecrets.Person person,
            LeakedSecrets.Revoked revoked,
            Secret secret,
            RequestMoment now) {
        String text =
                languages.stream()
                        .map(words ->
                                words.say(
                                        "leaked.text",
                                        person.name(),
                                        secret.prefix() + "…" + secret.ending(),
                                        revoked.app(),
                                        words.moment(now.at()),
                                        now.address()))
                        .collect(Collectors.joining("\n"));
        return new MailMessage(
                person.id(),
                person.email(),
                languages.getFirst().say("leaked.subject", revoked.app()),
                text,
                now.at());
    }
}

package dev.latchkey.mail;

import dev.latchkey.model.Id;
import dev.latchkey.model.Language;
import dev.latchkey.model.Words;
import dev.latchkey.storage.credential.NoticeRecipients;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Mails people about something that no person has done on a page. So the language of a reader is
 * not known, and the text is in every language. Nothing is sent if mail is not configured.
 */
public final class MailInEveryLanguage {
  private final Optional<Mailer> mailer;
  private final BiConsumer<Mailer, MailMessage> send;
  private final List<Words> languages = Arrays.stream(Language.values()).map(Words::new).toList();

  public MailInEveryLanguage(Optional<Mailer> mailer) {
    this(mailer, Mailer::send);
  }

  private MailInEveryLanguage(Optional<Mailer> mailer, BiConsumer<Mailer, MailMessage> send) {
    this.mailer = mailer;
    this.send = send;
  }

  /** For messages that an organization causes. */
  public static MailInEveryLanguage of(Id.Organization organization, Optional<Mailer> mailer) {
    return new MailInEveryLanguage(mailer, (sender, mail) -> sender.sendFor(organization, mail));
  }

  /**
   * {@code values}: those of both texts in one language, after the name of the reader, which is the
   * first value.
   */
  public void send(
      List<NoticeRecipients.Person> readers,
      String subject,
      String text,
      Instant at,
      Function<Words, List<String>> values) {
    mailer.ifPresent(sender ->
        readers.forEach(reader ->
            send.accept(
                sender,
                new MailMessage(
                    reader.id(),
                    reader.email(),
                    said(languages.getFirst(), subject, reader, values),
                    languages.stream()
                        .map(words -> said(words, text, reader, values))
                        .collect(Collectors.joining("\n")),
                    at))));
  }

  private static String said(
      Words words,
      String key,
      NoticeRecipients.Person reader,
      Function<Words, List<String>> values) {
    return words.say(
        key, Stream.concat(Stream.of(reader.name()), values.apply(words).stream()).toArray());
  }
}

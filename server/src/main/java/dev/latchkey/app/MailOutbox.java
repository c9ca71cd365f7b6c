package dev.latchkey.app;

import dev.latchkey.app.config.LiveSettings;
import dev.latchkey.mail.Mailer;
import dev.latchkey.mail.smtp.MailDelivery;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.mail.smtp.Outbox;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The outbox. It exists from when a mail server is configured for the first time. If the server is
 * removed from the configuration, messages that wait are still sent through it.
 */
final class MailOutbox implements AutoCloseable {
  private final Function<Supplier<MailDelivery>, Outbox> open;
  private final Supplier<Optional<Mailer>> mailer;
  private volatile Optional<MailDelivery> delivery = Optional.empty();
  private volatile Optional<Outbox> outbox = Optional.empty();

  /** {@code open} makes the outbox for the delivery of the moment. */
  MailOutbox(LiveSettings live, Function<Supplier<MailDelivery>, Outbox> open) {
    this.open = open;
    this.mailer =
        live.derive(settings -> settings.outside().mail(), server -> server.map(this::through));
  }

  private Mailer through(MailServer server) {
    delivery = Optional.of(new MailDelivery(server));
    Outbox box = outbox.orElseGet(() -> open.apply(() -> delivery.orElseThrow()));
    outbox = Optional.of(box);
    return box;
  }

  /** Empty while no mail server is configured. */
  Optional<Mailer> mailer() {
    return mailer.get();
  }

  @Override
  public void close() {
    outbox.ifPresent(Outbox::close);
  }
}

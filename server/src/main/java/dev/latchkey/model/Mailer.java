package dev.latchkey.model;

/** Sends e-mail to people. {@link #send} does not wait until the message is delivered. */
public interface Mailer extends AutoCloseable {
    void send(MailMessage mail);

    State state();

    /**
     * Messages that still wait are lost. A person who does not receive a link can request another.
     */
    @Override
    void close();

    /**
     * {@code waiting} is the number of messages that wait. {@code failed} is the number of messages
     * that were given up since the start.
     */
    record State(String server, int waiting, long failed) {}
}

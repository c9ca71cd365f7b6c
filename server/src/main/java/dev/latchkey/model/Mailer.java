package dev.latchkey.model;

/** Mail to people. Whoever hands a letter in does not wait for it to arrive. */
public interface Mailer extends AutoCloseable {
    void send(MailMessage mail);

    State state();

    /** What waits is lost: whoever misses a link asks for another. */
    @Override
    void close();

    /** {@code failed} counts the letters given up since the start. */
    record State(String server, int waiting, long failed) {}
}

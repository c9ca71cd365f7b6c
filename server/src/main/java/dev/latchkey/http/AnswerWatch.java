package dev.latchkey.http;

/** Learns of every answer of a server, for monitoring. The methods never wait. */
public interface AnswerWatch {
    AnswerWatch NONE =
            new AnswerWatch() {
                @Override
                public void answered(String path, int status) {
                    // These answers are not counted.
                }

                @Override
                public void sent(String path, long nanos) {
                    // These answers are not timed.
                }
            };

    /** An answer was decided. {@code path} is the pattern of its route, or {@code none}. */
    void answered(String path, int status);

    /**
     * An answer was handed to its connection completely, this long after the head of the request
     * had arrived.
     */
    void sent(String path, long nanos);
}

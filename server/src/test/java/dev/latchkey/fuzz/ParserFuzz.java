package dev.latchkey.fuzz;

import static org.junit.jupiter.api.Assertions.fail;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A parser that is given what no honest caller sends. {@code ./verify} tries the seeds below {@code
 * src/test/resources} and changes of them, always the same; {@code ./verify} with the option {@code
 * long} has Jazzer look for inputs that reach other branches, and an input that fails becomes one
 * more seed.
 */
@Tag("parser")
public abstract class ParserFuzz {
    private static final int CHANGED = 4_000;
    private static final long EXECUTIONS = 1_000_000;

    /** Fails unless what the parser makes of the input is as it should be. */
    protected abstract void holds(byte[] input);

    @FuzzTest(maxDuration = "1m", maxExecutions = EXECUTIONS)
    public final void whatever_is_sent(byte[] input) {
        holds(input);
    }

    @Test
    public final void whatever_becomes_of_the_seeds() {
        var changes = new Changes(Seeds.of(getClass()), getClass().getName().hashCode());
        for (int i = 0; i < CHANGED; i++) {
            byte[] input = changes.next();
            try {
                holds(input);
            } catch (RuntimeException | AssertionError | StackOverflowError failed) {
                fail(Escaped.bytes(input), failed);
            }
        }
    }

    /** As the bytes of a head are read. */
    protected static String latin1(byte[] input) {
        return new String(input, StandardCharsets.ISO_8859_1);
    }

    /** As a body, or a part of an address, is read; what is not UTF-8 is refused before. */
    protected static String utf8(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    /** The lines of an input that is made of several texts; as many as there may be, or fewer. */
    protected static List<String> lines(byte[] input, int most) {
        return List.of(latin1(input).split("\n", most));
    }
}

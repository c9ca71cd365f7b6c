package dev.latchkey.fuzz;

import static org.junit.jupiter.api.Assertions.fail;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests a parser with input that no honest caller sends.
 *
 * <p>{@code ./verify} uses the seeds below {@code src/test/resources} and changes of these seeds,
 * which are the same in every run. With the option {@code long}, Jazzer searches for inputs that
 * reach other branches. An input that fails is added to the seeds.
 *
 * <p>The searches are random, so a search may fail today and not tomorrow, and a process can search
 * for one parser only. These tests run in a JVM of their own, because Jazzer instruments the
 * classes and would change what other tests measure. In front of a socket it sees no branches;
 * there the requests of a grammar find more.
 */
@Tag("parser")
public abstract class ParserFuzz {
  private static final int CHANGED = 4_000;
  private static final long EXECUTIONS = 1_000_000;

  /**
   * Checks the rules that the result of the parser must satisfy for any input. Fails if one does
   * not hold.
   */
  protected abstract void holds(byte[] input);

  @FuzzTest(maxDuration = "1m", maxExecutions = EXECUTIONS)
  public final void whatever_is_sent(byte[] input) {
    holds(input);
  }

  @Test
  public final void with_changed_seeds() {
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

  /** Decodes the input as the head of a request is decoded. */
  protected static String latin1(byte[] input) {
    return new String(input, StandardCharsets.ISO_8859_1);
  }

  /**
   * Decodes the input as a body or a part of an address is decoded. Input that is not UTF-8 is
   * refused earlier.
   */
  protected static String utf8(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  /** The lines of an input that consists of several texts: at most {@code most}. */
  protected static List<String> lines(byte[] input, int most) {
    return List.of(latin1(input).split("\n", most));
  }
}

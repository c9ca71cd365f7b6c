package dev.latchkey.console.page;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Someone saved the same thing while a person was editing it. The page shows both versions side by
 * side, and keeps what the person entered in the form. The form carries the new version, so the
 * person saves over the other version only after seeing it. {@code saved}: empty if the audit log
 * no longer says who saved it.
 */
public record EditConflict(Optional<Saved> saved, List<Difference> differences) {
  public EditConflict {
    differences = differences.stream().filter(Difference::differs).toList();
  }

  /** {@code by}: the name of the person who saved the other version. */
  public record Saved(String by, Instant at) {}

  /** One field in both versions. {@code label}: its name as the form shows it. */
  public record Difference(String label, List<String> saved, List<String> yours) {
    public Difference {
      saved = List.copyOf(saved);
      yours = List.copyOf(yours);
    }

    public static Difference of(String label, Collection<String> saved, Collection<String> yours) {
      return new Difference(
          label, saved.stream().sorted().toList(), yours.stream().sorted().toList());
    }

    public static Difference of(String label, String saved, String yours) {
      return new Difference(label, List.of(saved), List.of(yours));
    }

    boolean differs() {
      return !saved.equals(yours);
    }
  }
}

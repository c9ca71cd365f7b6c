package dev.latchkey.storage.copy;

import dev.latchkey.model.StorageFault;
import java.util.Map;

/** Compares the rows of each table with those that are expected. */
record Comparison(Map<String, RowSum.Result> expected) implements Content.Receiver {
  @Override
  public void begin(CopiedTable table, long rows) {
    // The sum at the end says everything.
  }

  @Override
  public void row(String line) {
    // The sum at the end says everything.
  }

  @Override
  public void end(CopiedTable table, RowSum.Result sum) {
    if (!sum.equals(expected.get(table.name()))) {
      throw new StorageFault(
          "the copy of %s differs: %s instead of %s"
              .formatted(table.name(), sum, expected.get(table.name())));
    }
  }

  @Override
  public void complete() {
    // Every table was compared.
  }
}

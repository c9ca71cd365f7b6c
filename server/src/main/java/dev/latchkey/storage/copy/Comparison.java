package dev.latchkey.storage.copy;

import dev.latchkey.model.process.StorageFault;
import java.util.Map;

/** Compares the sum of the rows of each table with the one that is expected. */
record Comparison(Map<String, RowSum.Result> expected) implements StoreRows.Receiver {
  @Override
  public void end(CopiedTable table, RowSum.Result sum) {
    if (!sum.equals(expected.get(table.name()))) {
      throw new StorageFault(
          "the copy of %s differs: %s instead of %s"
              .formatted(table.name(), sum, expected.get(table.name())));
    }
  }
}

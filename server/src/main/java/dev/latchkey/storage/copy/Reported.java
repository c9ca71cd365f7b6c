package dev.latchkey.storage.copy;

import java.io.IOException;
import java.sql.SQLException;

/** Passes rows on, and reports how many they are. */
final class Reported implements StoreRows.Receiver {
  private static final int INTERVAL = 100_000;

  private final StoreRows.Receiver receiver;
  private final CopyProgress progress;
  private long done;
  private long all;
  private String name = "";

  Reported(StoreRows.Receiver receiver, CopyProgress progress) {
    this.receiver = receiver;
    this.progress = progress;
  }

  @Override
  public void begin(CopiedTable table, long rows) throws SQLException, IOException {
    name = table.name();
    done = 0;
    all = rows;
    receiver.begin(table, rows);
  }

  @Override
  public void row(String line) throws SQLException, IOException {
    receiver.row(line);
    done++;
    if (done % INTERVAL == 0) {
      progress.at(name, done, all);
    }
  }

  @Override
  public void end(CopiedTable table, RowSum.Result sum) throws SQLException, IOException {
    receiver.end(table, sum);
    progress.at(name, done, all);
  }

  @Override
  public void complete() throws SQLException, IOException {
    receiver.complete();
  }
}

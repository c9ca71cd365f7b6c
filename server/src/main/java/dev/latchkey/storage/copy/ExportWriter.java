package dev.latchkey.storage.copy;

import dev.latchkey.storage.database.Schema;
import dev.latchkey.storage.sqlite.StoreFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the rows of a store to a file ({@code docs/how-to/back-up-and-restore.md} describes it).
 * The file has its name only when it is complete and on disk.
 */
final class ExportWriter implements StoreRows.Receiver, AutoCloseable {
  static final String FIRST_LINE = "-- latchkey export, format 1, schema ";
  static final String LAST_LINE = "-- end of the export";

  private final Path file;
  private final Path draft;
  private final FileChannel channel;
  private final Writer text;
  private final Map<String, RowSum.Result> sums = new HashMap<>();

  ExportWriter(Path file) throws IOException {
    this.file = file;
    draft = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(draft);
    StoreFiles.create(draft);
    channel = FileChannel.open(draft, StandardOpenOption.WRITE);
    OutputStream packed = new GZIPOutputStream(Channels.newOutputStream(channel), 65_536);
    text = new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8));
    line(FIRST_LINE + Schema.VERSION);
  }

  private void line(String line) throws IOException {
    text.write(line);
    text.write('\n');
  }

  @Override
  public void begin(CopiedTable table, long rows) throws IOException {
    line("-- " + table.name() + ": " + rows + " rows");
    line("COPY %s (%s) FROM stdin;".formatted(table.name(), table.columnNames()));
  }

  @Override
  public void row(String row) throws IOException {
    line(row);
  }

  @Override
  public void end(CopiedTable table, RowSum.Result sum) throws IOException {
    line("\\.");
    line("-- " + sum);
    sums.put(table.name(), sum);
  }

  @Override
  public void complete() throws IOException {
    line(LAST_LINE);
    text.flush();
    text.close();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(draft);
  }

  /** Gives the file its name, after it was checked. */
  void keep() throws IOException {
    StoreFiles.publish(draft, file);
  }

  Path draft() {
    return draft;
  }

  /** What was written. */
  Map<String, RowSum.Result> sums() {
    return Map.copyOf(sums);
  }
}

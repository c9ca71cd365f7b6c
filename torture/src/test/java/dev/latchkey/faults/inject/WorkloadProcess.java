package dev.latchkey.faults.inject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.sqlite.SQLiteConfig;

/**
 * The program of a {@link Workload}. Each line of its input is a command, and each line of its
 * output is an answer.
 */
final class WorkloadProcess {
  private final Connection database;

  private WorkloadProcess(Connection database) {
    this.database = database;
  }

  static void main(String[] arguments) throws IOException, SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Connection database = config.createConnection("jdbc:sqlite:" + arguments[0])) {
      var process = new WorkloadProcess(database);
      process.execute("CREATE TABLE IF NOT EXISTS kept (number INTEGER PRIMARY KEY, filling)");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(process.answer(line.split(" ")));
      }
    }
  }

  private String answer(String... words) {
    try {
      return switch (words[0]) {
        case "insert" -> insert(Integer.parseInt(words[1]));
        case "checkpoint" -> execute("PRAGMA wal_checkpoint(PASSIVE)");
        case "write" -> write(Path.of(words[1]), words[2]);
        case "sync" -> sync(Path.of(words[1]));
        case "delete" -> delete(Path.of(words[1]));
        case "instant" -> Instant.now().toString();
        case "millis" -> String.valueOf(System.currentTimeMillis());
        case "nanos" -> String.valueOf(System.nanoTime());
        case "sqlite-seconds" -> number("SELECT unixepoch()");
        default -> throw new IllegalArgumentException(words[0]);
      };
    } catch (SQLException | IOException failed) {
      return "failed: " + failed.getMessage();
    }
  }

  private String insert(int bytes) throws SQLException {
    return execute("INSERT INTO kept (filling) VALUES (randomblob(" + bytes + "))");
  }

  private String execute(String statement) throws SQLException {
    try (var doing = database.createStatement()) {
      doing.execute(statement);
      return "done";
    }
  }

  private String number(String query) throws SQLException {
    try (var asking = database.createStatement();
        var rows = asking.executeQuery(query)) {
      return String.valueOf(rows.getLong(1));
    }
  }

  private static String write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    return "done";
  }

  private static String sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
      return "done";
    }
  }

  private static String delete(Path file) throws IOException {
    Files.delete(file);
    return "done";
  }
}

package dev.latchkey.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./latchkey docs}. An error that ends it is printed in one line. */
@Command(
    name = "latchkey docs",
    mixinStandardHelpOptions = true,
    description = {
      "Show the documents as a web site on this machine, with navigation and search.",
      "A page that is reloaded shows the changes of its file."
    })
final class Main implements Callable<Integer> {
  private static final int REFUSED = 1;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port on 127.0.0.1 (default: ${DEFAULT-VALUE}).")
  private int port = 8400;

  @Option(
      names = "--build",
      paramLabel = "DIR",
      description = "Write the static files into this new or empty directory, and serve nothing.")
  private @Nullable Path build;

  /** The launcher sets it: the root of the checkout. */
  private final Path root = Path.of(System.getProperty("latchkey.checkout", ".")).toAbsolutePath();

  private Main() {}

  public static void main(String[] arguments) {
    int code =
        new CommandLine(new Main())
            .setExecutionExceptionHandler(Main::printError)
            .execute(arguments);
    // A server keeps the process running.
    if (code != 0) {
      System.exit(code);
    }
  }

  @Override
  public Integer call() throws IOException {
    if (build == null) {
      return serve();
    }
    if (Files.exists(build) && !isEmpty(build)) {
      throw new IOException(build + " is not an empty directory");
    }
    int pages = new Site(root).write(build);
    System.out.println("Wrote " + pages + " pages to " + build);
    return 0;
  }

  private int serve() throws IOException {
    var server = SiteServer.start(port, new Site(root), root.resolve("site/target/site"));
    System.out.println("The documents are at " + server.address() + "\nStop with Ctrl-C.");
    return 0;
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (var entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    }
  }

  private static int printError(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
    if (!(failure instanceof IOException) && !(failure instanceof UncheckedIOException)) {
      throw failure;
    }
    command.getErr().println("latchkey: " + failure.getMessage());
    return REFUSED;
  }
}

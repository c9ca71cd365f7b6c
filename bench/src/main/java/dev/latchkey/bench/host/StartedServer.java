package dev.latchkey.bench.host;

import dev.latchkey.host.ChildProcess;
import dev.latchkey.load.Address;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A server process that the benchmark has started, with its address. {@code metrics} is the address
 * of its metrics page, if it has one. The process ends when this is closed.
 */
public record StartedServer(ChildProcess child, Address address, Optional<Address> metrics)
    implements AutoCloseable {
  private static final String ADDRESS_LINE = "Latchkey listens at ";
  private static final String METRICS_LINE = "Metrics are at ";

  /**
   * The path of the product. The launcher passes it; in a test the product is on the class path.
   */
  private static final String PRODUCT =
      System.getProperty("latchkey.product", System.getProperty("java.class.path"));

  /**
   * Starts Netty with a fixed answer of this size. {@code pin} restricts the command to a
   * processor.
   */
  public static StartedServer fixed(UnaryOperator<List<String>> pin, int answerBytes) {
    List<String> command =
        ChildProcess.ofThisProgram(FixedServer.class, List.of(String.valueOf(answerBytes)));
    command.add(1, "--enable-native-access=ALL-UNNAMED");
    ChildProcess child =
        ChildProcess.start(
            new ProcessBuilder(pin.apply(command)).redirectError(ProcessBuilder.Redirect.INHERIT));
    String port = child.awaitLine(child.process().getInputStream(), FixedServer.PORT_LINE);
    return new StartedServer(child, Address.of("http://localhost:" + port), Optional.empty());
  }

  /** Starts the product as an operator starts it. Its log goes to a file in its data directory. */
  public static StartedServer latchkey(
      UnaryOperator<List<String>> pin, Path config, Path data, Optional<String> database) {
    ChildProcess child = serve(pin, config, data, database);
    String url = child.awaitLine(child.process().getErrorStream(), ADDRESS_LINE);
    return new StartedServer(child, Address.of(url), Optional.empty());
  }

  /** The same with a {@code config} that turns on the metrics page. */
  public static StartedServer latchkeyWithMetrics(
      UnaryOperator<List<String>> pin, Path config, Path data, Optional<String> database) {
    ChildProcess child = serve(pin, config, data, database);
    List<String> urls =
        child.awaitLines(child.process().getErrorStream(), ADDRESS_LINE, METRICS_LINE);
    return new StartedServer(
        child, Address.of(urls.getFirst()), Optional.of(Address.of(urls.getLast())));
  }

  private static ChildProcess serve(
      UnaryOperator<List<String>> pin, Path config, Path data, Optional<String> database) {
    var arguments =
        new ArrayList<>(
            List.of(
                "serve", "--port", "0", "--config", config.toString(), "--data", data.toString()));
    database.ifPresent(url -> arguments.addAll(List.of("--database", url)));
    return ChildProcess.start(
        new ProcessBuilder(
                pin.apply(ChildProcess.java(PRODUCT, "dev.latchkey.app.Main", arguments)))
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(data.resolve("latchkey.log").toFile())));
  }

  /** The process as the operating system shows it. */
  public ServerProcess process() {
    return new ServerProcess(child.process().toHandle());
  }

  @Override
  public void close() {
    child.close();
  }
}

package dev.latchkey.bench.host;

import dev.latchkey.host.ChildProcess;
import dev.latchkey.load.Address;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A process of the benchmark's own that listens, for as long as it is measured; and where it shows
 * its figures, if it does.
 */
public record Served(ChildProcess child, Address address, Optional<Address> figures)
        implements AutoCloseable {
    private static final String LISTENS = "Latchkey listens at ";
    private static final String SHOWS = "Metrics are at ";

    /** The launcher says where the product is; in a test it lies beside the benchmark. */
    private static final String PRODUCT =
            System.getProperty("latchkey.product", System.getProperty("java.class.path"));

    /**
     * The fixed answer of Netty, with so many bytes. {@code place} keeps the command to a
     * processor.
     */
    public static Served fixed(UnaryOperator<List<String>> place, int answerBytes) {
        List<String> command =
                ChildProcess.ofThisProgram(FixedServer.class, List.of(String.valueOf(answerBytes)));
        command.add(1, "--enable-native-access=ALL-UNNAMED");
        ChildProcess child =
                ChildProcess.start(
                        new ProcessBuilder(place.apply(command))
                                .redirectError(ProcessBuilder.Redirect.INHERIT));
        String port = child.awaitLine(child.process().getInputStream(), FixedServer.SAYS);
        return new Served(child, Address.of("http://localhost:" + port), Optional.empty());
    }

    /** The product, as an operator starts it, with its log in a file beside its data. */
    public static Served latchkey(
            UnaryOperator<List<String>> place, Path config, Path data, Optional<String> database) {
        ChildProcess child = serve(place, config, data, database);
        String url = child.awaitLine(child.process().getErrorStream(), LISTENS);
        return new Served(child, Address.of(url), Optional.empty());
    }

    /** The same where {@code config} makes it show figures. */
    public static Served watched(
            UnaryOperator<List<String>> place, Path config, Path data, Optional<String> database) {
        ChildProcess child = serve(place, config, data, database);
        List<String> urls = child.awaitLines(child.process().getErrorStream(), LISTENS, SHOWS);
        return new Served(
                child, Address.of(urls.getFirst()), Optional.of(Address.of(urls.getLast())));
    }

    private static ChildProcess serve(
            UnaryOperator<List<String>> place, Path config, Path data, Optional<String> database) {
        var arguments =
                new ArrayList<>(
                        List.of(
                                "serve",
                                "--port",
                                "0",
                                "--config",
                                config.toString(),
                                "--data",
                                data.toString()));
        database.ifPresent(url -> arguments.addAll(List.of("--database", url)));
        return ChildProcess.start(
                new ProcessBuilder(
                                place.apply(
                                        ChildProcess.java(PRODUCT, "dev.latchkey.Main", arguments)))
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(
                                        data.resolve("latchkey.log").toFile())));
    }

    /** What the operating system knows of it. */
    public ServerProcess process() {
        return new ServerProcess(child.process().toHandle());
    }

    @Override
    public void close() {
        child.close();
    }
}

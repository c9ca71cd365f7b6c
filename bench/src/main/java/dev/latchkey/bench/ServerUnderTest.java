package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import java.util.Optional;
import java.util.OptionalLong;

/** The server under test. */
interface Subject extends AutoCloseable {
    Calls calls();

    Stock stock();

    /** Where the operating system shows it. */
    Optional<ServerProcess> process();

    OptionalLong storeBytes();

    /** Itself, where the benchmark may stop it and look behind it. */
    Optional<ManagedServer> managed();

    @Override
    void close();
}

package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import java.util.Optional;
import java.util.OptionalLong;

/** The server under test. */
interface ServerUnderTest extends AutoCloseable {
  Calls calls();

  TokenStock stock();

  /** The process of the server, if the operating system shows it. */
  Optional<ServerProcess> process();

  OptionalLong storeBytes();

  /** This server, if the benchmark started it and so may stop it and read its store. */
  Optional<ManagedServer> managed();

  @Override
  void close();
}

package dev.latchkey.bench;

import dev.latchkey.bench.host.ServerProcess;
import java.util.Optional;

/** What is measured: its name in the report, its process, and the method of its requests. */
record Target(String name, Optional<ServerProcess> server, Method method) {
  /** The method of the requests, also of those for the fixed answers that it is compared with. */
  enum Method {
    GET,
    POST
  }

  static Target get(String name, Optional<ServerProcess> server) {
    return new Target(name, server, Method.GET);
  }

  static Target post(String name, Optional<ServerProcess> server) {
    return new Target(name, server, Method.POST);
  }
}

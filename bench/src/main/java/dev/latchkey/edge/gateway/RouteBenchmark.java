package dev.latchkey.edge.gateway;

import dev.latchkey.edge.http.PathPattern;
import dev.latchkey.edge.http.Upstream;
import dev.latchkey.model.credential.Scopes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Measures how long it takes to find the row of a call in a route table of a hundred rows. */
@State(Scope.Benchmark)
public class RouteBenchmark {
  private static final String PATH = "/openapi/v2/resources-50/R17/parts/P3";

  private final RouteTable table = new RouteTable(rows());

  @Benchmark
  public RouteTable.Found find() {
    return table.find("GET", CanonicalPath.parse(PATH).orElseThrow());
  }

  private static List<OpenRoute> rows() {
    var behind =
        new Upstream(
            "behind",
            List.of(URI.create("http://127.0.0.1:9000")),
            64,
            Duration.ofSeconds(2),
            Duration.ofSeconds(60));
    var rows = new ArrayList<>(RouteTable.builtIn());
    for (int i = 0; i < 100; i++) {
      rows.add(
          new OpenRoute(
              Set.of("GET"),
              PathPattern.of("/openapi/v2/resources-" + i + "/{id}/parts/{part_id}"),
              Scopes.parse("read:issue:info"),
              new Target.Forwarded(
                  behind, Optional.empty(), Optional.empty(), Optional.empty(), PathRewrite.NONE)));
    }
    return rows;
  }
}

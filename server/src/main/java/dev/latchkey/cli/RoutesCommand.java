package dev.latchkey.cli;

import dev.latchkey.api.ApiDescription;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.app.config.Settings;
import dev.latchkey.cli.option.Listing;
import dev.latchkey.cli.option.PublishedAddress;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.edge.gateway.OpenApi;
import dev.latchkey.edge.gateway.RouteTable;
import dev.latchkey.edge.http.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "routes",
    mixinStandardHelpOptions = true,
    description = {
      "Print the route table: which calls of the open interface exist, which scopes they"
          + " need, and what answers them.",
      "The configuration is checked as at a start. No store is opened and no service is called."
    },
    footer = {
      "  latchkey routes --config /etc/latchkey/latchkey.yaml",
      "  latchkey routes --explain \"GET /openapi/v2/directory/users/me\""
    })
final class RoutesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ResultOptions result = new ResultOptions();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Read the table from this YAML file.")
  private @Nullable Path config;

  @Option(
      names = "--explain",
      paramLabel = "CALL",
      description =
          "Say which row this call matches, and why, as in --explain \"GET /openapi/v2/…\"."
              + " The exit code is 0 if it matches one, else 1.")
  private @Nullable String explain;

  @Option(
      names = "--management-api",
      description =
          "Print the calls of the management API instead, as an OpenAPI 3.1 document in JSON.")
  private boolean isManagementApi;

  @Option(names = "--openapi", description = "Print the table as an OpenAPI 3.1 document in JSON.")
  private boolean isOpenApi;

  @Override
  public Integer call() {
    if (isManagementApi && (isOpenApi || explain != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "--management-api prints other calls, without --openapi and --explain");
    }
    if (isManagementApi) {
      return print(ApiDescription.document());
    }
    Settings settings = ConfigFile.load(Optional.ofNullable(config), System.getenv()).settings();
    if (isOpenApi && explain != null) {
      throw new ParameterException(
          spec.commandLine(), "--openapi prints the whole table, without --explain");
    }
    if (isOpenApi) {
      var openApi =
          new OpenApi(
              settings.platform().routes(),
              settings.platform().catalogue(),
              PublishedAddress.of(settings));
      return print(openApi.document());
    }
    if (explain != null) {
      return explain(settings.platform().routes(), explain) ? 0 : 1;
    }
    result.printList(
        Listing.all("routes", RouteLines.fields(settings.platform().routes())),
        RouteLines.columns(settings.platform().routes()));
    return 0;
  }

  private int print(ObjectNode document) {
    byte[] json = Json.bytes(document);
    spec.commandLine().getOut().println(new String(json, StandardCharsets.UTF_8));
    return 0;
  }

  private boolean explain(RouteTable table, String call) {
    String[] words = call.strip().split("\\s+");
    if (words.length != 2) {
      throw new ParameterException(
          spec.commandLine(),
          "--explain needs a method and a path, such as \"GET /openapi/v2/projects\", not " + call);
    }
    var explanation = new RouteExplanation(table, words[0].toUpperCase(Locale.ROOT), words[1]);
    return result.isJson()
        ? explanation.printFields(result)
        : explanation.print(spec.commandLine().getOut());
  }
}

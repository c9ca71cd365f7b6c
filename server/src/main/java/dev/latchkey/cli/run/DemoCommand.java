package dev.latchkey.cli.run;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.Configuration;
import dev.latchkey.app.config.Settings;
import dev.latchkey.app.demo.CallbackPage;
import dev.latchkey.app.demo.ComponentsPage;
import dev.latchkey.app.demo.Demo;
import dev.latchkey.app.demo.DemoFile;
import dev.latchkey.app.demo.DemoPlatform;
import dev.latchkey.app.demo.DemoStore;
import dev.latchkey.app.demo.EventReceiver;
import dev.latchkey.app.demo.history.DemoHistory;
import dev.latchkey.app.keyfile.CurrentKeys;
import dev.latchkey.app.keyfile.KeyFileSeal;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.console.page.PageGuard;
import dev.latchkey.console.page.Pages;
import dev.latchkey.edge.http.Route;
import dev.latchkey.model.Limit;
import dev.latchkey.model.credential.PublicClientRules;
import dev.latchkey.model.event.WebhookRules;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Run the service with sample data, and say how to use it.",
      "The data for scripts is in DIR/demo.json while the demo runs; the log is DIR/latchkey.log.",
      "An empty store gets people, apps and a month of calls; see also --empty.",
      "A second start of the same DIR keeps users, passwords and secrets."
    },
    footer = "  latchkey demo --port 8383")
public final class DemoCommand implements Callable<Integer> {
  /** The host at which the demo receives its own events. */
  private static final String LOOPBACK = "127.0.0.1";

  private static final int CHILD_TOKENS = 20;
  private static final int CHILD_TOKEN_SECONDS = 86_400;

  @Mixin private StoreOptions store = new StoreOptions();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Listen on this port (default: 8080; 0 picks a free one).")
  private @Nullable Integer port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description =
          "Listen on this address (default: 127.0.0.1). Another one than loopback needs tls, or an"
              + " https base_url, in the configuration.")
  private @Nullable String listen;

  @Option(
      names = "--empty",
      description =
          "Fill an empty store only with the people who can sign in and three credentials, and turn"
              + " nothing on that is off by default.")
  private boolean isEmpty;

  @Override
  public Integer call() throws IOException {
    Configuration configuration = store.configuration();
    configuration.warnings().forEach(each -> System.err.println("Warning: " + each));
    Settings requested =
        store.settings(
            configuration,
            to -> {
              Settings bound = port == null ? shown(to) : shown(to).onPort(port);
              return listen == null ? bound : bound.with(bound.listening().onHost(listen));
            });
    warn(requested);
    Optional<DemoPlatform> platform =
        requested.platform().hasOwnRoutes() ? Optional.empty() : DemoPlatform.start();
    Settings settings = platform.map(running -> running.behind(requested)).orElse(requested);
    Path log = settings.store().data().resolve("latchkey.log");
    var file = new DemoFile(settings.store().data());
    try (OutputStream bytes =
            Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        PrintStream lines = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        RunningServer listening =
            RunningServer.start(settings, lines, (pages, guard) -> ownRoutes(pages, guard, file))) {
      Installation installation = listening.installation();
      Optional<DemoHistory> history =
          isEmpty ? Optional.empty() : Optional.of(history(installation, origin(listening)));
      new Demo(store(installation), file, platform, history, origin(listening))
          .open(listening.baseUrl(), System.out);
      listening.untilStopped(() -> {
        platform.ifPresent(DemoPlatform::close);
        file.rest();
      });
    }
    return 0;
  }

  /** Turns on what the sample data show, unless the configuration has turned it on. */
  private Settings shown(Settings to) {
    if (isEmpty) {
      return to;
    }
    Settings withChildren =
        to.limits().hasChildTokens()
            ? to
            : to.with(
                to.limits()
                    .with(Limit.CHILD_TOKENS, CHILD_TOKENS)
                    .with(Limit.CHILD_TOKEN_SECONDS, CHILD_TOKEN_SECONDS));
    Settings withReceiver =
        to.outside().webhooks().equals(WebhookRules.DEFAULT)
            ? withChildren.with(
                to.outside().with(new WebhookRules(Set.of(LOOPBACK), Optional.empty())))
            : withChildren;
    return to.platform().publicClients().equals(PublicClientRules.OFF)
        ? withReceiver.with(new PublicClientRules(true, true, Set.of(), Optional.empty()))
        : withReceiver;
  }

  private static DemoHistory history(Installation installation, String origin) {
    var keys = new CurrentKeys(installation.keyFile());
    var server =
        new DemoHistory.Server(
            new KeyFileSeal(
                () -> keys.get().own(), KeyFileSeal.SECOND_FACTOR, installation.random()),
            installation.webhookSeal(),
            EventReceiver.address(origin));
    return new DemoHistory(
        installation.database(),
        installation.settings(),
        installation.passwords(),
        server,
        installation.clockAndRandom());
  }

  private static List<Route> ownRoutes(Pages pages, PageGuard guard, DemoFile file) {
    var all = new ArrayList<Route>();
    all.addAll(new CallbackPage(pages, file).routes(guard));
    all.addAll(new ComponentsPage(pages).routes(guard));
    all.addAll(new EventReceiver().routes());
    return all;
  }

  private static String origin(RunningServer listening) {
    return CallbackPage.origin(
        listening.installation().settings().listening().baseUrl(), listening.port());
  }

  private static void warn(Settings settings) {
    if (!settings.listening().isOnLoopback()) {
      System.err.println(
          "Warning: this demo listens on "
              + settings.listening().at().host()
              + ", so other machines can reach it. Its data are samples: keep nothing real in it.");
    }
  }

  private static DemoStore store(Installation installation) {
    return DemoStore.on(
        installation.stores(), installation.passwords(), installation.clockAndRandom());
  }
}

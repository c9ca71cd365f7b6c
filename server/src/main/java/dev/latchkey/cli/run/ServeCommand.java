package dev.latchkey.cli.run;

import dev.latchkey.app.Installation;
import dev.latchkey.app.config.Configuration;
import dev.latchkey.app.config.Settings;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.Secret;
import dev.latchkey.storage.UserStores;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Run the service. On an empty store it prints a one-time link that sets up the first organization.",
      "On SIGHUP it reads FILE again and applies what can change while it runs, or nothing if FILE has a mistake."
    },
    footer = "  latchkey serve --config /etc/latchkey/latchkey.yaml")
public final class ServeCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Listen on this port (default: 8080; 0 picks a free one).")
  private @Nullable Integer port;

  @Override
  public Integer call() {
    Configuration configuration = store.configuration();
    configuration.warnings().forEach(each -> System.err.println("Warning: " + each));
    Settings settings = store.settings(configuration, to -> port == null ? to : to.onPort(port));
    RunningServer listening =
        RunningServer.start(settings, System.out, (pages, guard) -> List.of());
    boolean reloads =
        Signals.on(
            "HUP", new SettingsReload(listening, store::configuration, configuration)::reload);
    System.err.println("Latchkey listens at " + listening.baseUrl());
    listening.metrics().ifPresent(url -> System.err.println("Metrics are at " + url));
    if (!reloads) {
      System.err.println(
          "SIGHUP is ignored, as nohup asks for: a changed configuration needs a restart. To have it reloaded, start with setsid instead.");
    }
    offerSetup(listening);
    SystemdNotice.ready();
    listening.untilStopped(() -> {});
    return 0;
  }

  private static void offerSetup(RunningServer listening) {
    Installation installation = listening.installation();
    UserStores stores = installation.stores().users();
    if (stores.directory().isEmpty()) {
      Secret.Setup key = Secret.SETUP.mint(installation.random());
      stores.setupLinks().offer(key, installation.now());
      System.err.println(
          "The store is empty. Open this link, once and within a day, to create the first organization:");
      System.err.println("  " + listening.baseUrl() + "/setup?key=" + key.reveal());
    }
  }
}

package dev.latchkey.cli.people;

import dev.latchkey.api.ViewJson;
import dev.latchkey.app.Installation;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreLookup;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.model.person.ManagedUser;
import dev.latchkey.model.person.Organization;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "access",
    mixinStandardHelpOptions = true,
    description = {
      "Show what a user can do: roles, acts, apps with access, own credentials, and the calls",
      "that these open. The calls are those of the configuration."
    },
    footer = "  latchkey user access --email lee@example.com --json")
final class UserAccessCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();
  @Mixin private ResultOptions result = new ResultOptions();
  @Mixin private UserOption whom = new UserOption();

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      ManagedUser person = whom.find(installation);
      Organization home = new StoreLookup(installation.stores()).home(person.user());
      var access = installation.effectiveAccess(installation.settings().platform()::routes);
      result.printFields(ViewJson.of(access.of(person, home, installation.commandMoment())));
      return 0;
    }
  }
}

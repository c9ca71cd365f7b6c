package dev.latchkey.cli;

import dev.latchkey.api.ViewJson;
import dev.latchkey.api.view.AuditHeadView;
import dev.latchkey.app.Installation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "head",
    mixinStandardHelpOptions = true,
    description = {
      "Print the newest head of the audit log. Kept elsewhere, it shows later whether the log up to it was changed."
    },
    footer = "  latchkey audit head --json")
final class AuditHeadCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Override
  public Integer call() {
    try (Installation installation = store.open()) {
      var seal =
          installation
              .stores()
              .operation()
              .auditSeals()
              .newest()
              .orElseThrow(
                  () -> new ConfigFault("nothing is sealed yet: a running server seals the log"));
      result.printFields(ViewJson.of(AuditHeadView.of(seal)));
      return 0;
    }
  }
}

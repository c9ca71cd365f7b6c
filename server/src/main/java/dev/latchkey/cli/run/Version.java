package dev.latchkey.cli.run;

import dev.latchkey.cli.Cli;
import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "latchkey "
          + Optional.ofNullable(Cli.class.getPackage().getImplementationVersion())
              .orElse("(unpacked)")
    };
  }
}

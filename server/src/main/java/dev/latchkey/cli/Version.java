package dev.latchkey.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "latchkey "
          + Optional.ofNullable(Cli.class.getPackage().getImplementationVersion())
              .orElse("(unpacked)")
    };
  }
}

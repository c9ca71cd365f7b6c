package dev.latchkey.cli;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.app.config.ConfigFile;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.mail.smtp.MailProbe;
import dev.latchkey.mail.smtp.MailServer;
import dev.latchkey.model.person.EmailAddress;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "mail",
    mixinStandardHelpOptions = true,
    description = "Test the mail settings.",
    synopsisSubcommandLabel = "COMMAND")
final class MailCommand {
  @Command(
      name = "test",
      mixinStandardHelpOptions = true,
      description = {
        "Send one message with the mail settings of the configuration, and print each step.",
        "No store is opened, and a running service is not affected."
      },
      footer = "  latchkey mail test lee@example.com --config /etc/latchkey/latchkey.yaml")
  int test(
      @Mixin ResultOptions result,
      @Parameters(paramLabel = "ADDRESS", description = "The address to send the message to.")
          String address,
      @Option(
              names = "--config",
              required = true,
              paramLabel = "FILE",
              description = "Read the section mail of this YAML file.")
          Path config) {
    EmailAddress to =
        EmailAddress.parse(address)
            .orElseThrow(() ->
                new ConfigFault(address + " is not an e-mail address such as lee@example.com"));
    MailServer server =
        ConfigFile.read(config)
            .outside()
            .mail()
            .orElseThrow(() ->
                new ConfigFault(
                    config + " has no section mail: docs/operate/mail-and-brand.md describes it"));
    new MailProbe(server)
        .send(to, result::printStep)
        .ifPresent(why -> {
          throw new ConfigFault(why);
        });
    result.print(
        Json.object()
            .put("accepted", true)
            .put("server", server.name())
            .put("from", server.from().text())
            .put("to", to.text()),
        nothing -> {});
    return 0;
  }
}

package dev.latchkey.cli;

import dev.latchkey.config.ConfigFault;
import dev.latchkey.config.ConfigFile;
import dev.latchkey.mail.MailProbe;
import dev.latchkey.mail.MailServer;
import dev.latchkey.model.EmailAddress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "mail",
        mixinStandardHelpOptions = true,
        description = "Test the mail settings.",
        synopsisSubcommandLabel = "COMMAND")
final class MailCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new ConfigFault("name a command, for example: latchkey mail test --help");
    }

    @Command(
            name = "test",
            mixinStandardHelpOptions = true,
            description = {
                "Send one message with the mail settings of the configuration, and print each step.",
                "No store is opened, and a running service is not affected."
            })
    int test(
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
                        .orElseThrow(() -> new ConfigFault(address + " is not an e-mail address"));
        MailServer server =
                ConfigFile.read(config)
                        .outside()
                        .mail()
                        .orElseThrow(() -> new ConfigFault(config + " has no section mail"));
        new MailProbe(server)
                .send(to, System.out::println)
                .ifPresent(why -> {
                    throw new ConfigFault(why);
                });
        return 0;
    }
}

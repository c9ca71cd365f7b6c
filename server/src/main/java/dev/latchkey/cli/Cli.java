package dev.latchkey.cli;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.credential.CredentialCommand;
import dev.latchkey.cli.credential.TokenCommand;
import dev.latchkey.cli.option.SameStore;
import dev.latchkey.cli.option.UsageMistake;
import dev.latchkey.cli.people.AlertCommand;
import dev.latchkey.cli.people.ApprovalCommand;
import dev.latchkey.cli.people.OrganizationCommand;
import dev.latchkey.cli.people.ReviewCommand;
import dev.latchkey.cli.people.TeamCommand;
import dev.latchkey.cli.people.UserCommand;
import dev.latchkey.cli.people.WebhookCommand;
import dev.latchkey.cli.run.AotTrainingCommand;
import dev.latchkey.cli.run.DemoCommand;
import dev.latchkey.cli.run.ProgramLog;
import dev.latchkey.cli.run.ServeCommand;
import dev.latchkey.cli.run.UncaughtErrors;
import dev.latchkey.cli.run.Version;
import dev.latchkey.cli.store.BackupCommand;
import dev.latchkey.cli.store.ExportCommand;
import dev.latchkey.cli.store.ImportCommand;
import dev.latchkey.cli.store.KeyCommand;
import dev.latchkey.cli.store.MigrateCommand;
import dev.latchkey.cli.store.RestoreCommand;
import dev.latchkey.model.process.StorageFault;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands. This is the only place where a failure to start becomes one line of output. */
@Command(
    name = "latchkey",
    description = "Credentials and tokens for the open interface of a project-management platform.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Cli {
  private static final int REFUSED = 1;

  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          ServeCommand.class,
          RoutesCommand.class,
          RightsCommand.class,
          ConfigCommand.class,
          UserCommand.class,
          OrganizationCommand.class,
          TeamCommand.class,
          CredentialCommand.class,
          TokenCommand.class,
          ApprovalCommand.class,
          ReviewCommand.class,
          AlertCommand.class,
          WebhookCommand.class,
          AuditCommand.class,
          CallsCommand.class,
          MailCommand.class,
          KeyCommand.class,
          BackupCommand.class,
          RestoreCommand.class,
          ExportCommand.class,
          ImportCommand.class,
          MigrateCommand.class,
          DoctorCommand.class,
          AotTrainingCommand.class);

  private Cli() {}

  /** Runs a command in a process of its own. */
  public static int run(String... arguments) {
    ProgramLog.to(System.err);
    UncaughtErrors.endTheProcess();
    return commandLine(arguments).execute(arguments);
  }

  /** Runs a command that prints its result and its messages here. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return commandLine(arguments).setOut(out).setErr(err).execute(arguments);
  }

  /** With every command. */
  public static CommandLine commandLine() {
    return commandLine(COMMANDS);
  }

  /**
   * With the command that the first word names, or with every command. Reading the annotations of
   * every command takes most of the time of a short one.
   */
  public static CommandLine commandLine(String... words) {
    return COMMANDS.stream()
        .filter(command -> words.length > 0 && name(command).equals(words[0]))
        .findFirst()
        .map(command -> commandLine(List.of(command)))
        .orElseGet(Cli::commandLine);
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine commandLine(List<Class<?>> commands) {
    var line = new CommandLine(new Cli());
    commands.forEach(line::addSubcommand);
    line.setExecutionExceptionHandler(Cli::reportFailure)
        .setParameterExceptionHandler(Cli::reportUsage)
        .setCaseInsensitiveEnumValuesAllowed(true);
    headExamples(line);
    return line;
  }

  /** The footer of a command has examples of its use. */
  private static void headExamples(CommandLine line) {
    var usage = line.getCommandSpec().usageMessage();
    if (usage.footer().length > 0) {
      usage.footerHeading(usage.footer().length == 1 ? "%nExample:%n" : "%nExamples:%n");
    }
    line.getSubcommands().values().forEach(Cli::headExamples);
  }

  private static int reportFailure(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
    String line =
        switch (failure) {
          case ConfigFault fault -> String.valueOf(fault.getMessage());
          case StorageFault fault -> fault.inOneLine();
          default -> throw failure;
        };
    command.getErr().println("latchkey: " + new SameStore(command.getCommandSpec()).in(line));
    return REFUSED;
  }

  private static int reportUsage(CommandLine.ParameterException mistake, String[] arguments) {
    mistake.getCommandLine().getErr().println("latchkey: " + new UsageMistake(mistake).line());
    return CommandLine.ExitCode.USAGE;
  }
}

package dev.latchkey.cli.people;

import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.review.ReviewReport;
import dev.latchkey.review.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Check the signature of a report, a page or JSON. No store is needed.",
      "The exit code is 1 if the report is not what was signed."
    },
    footer = "  latchkey review verify access-review.html --key k3c…")
final class ReviewVerifyCommand implements Callable<Integer> {
  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(paramLabel = "FILE", description = "The report.")
  private @Nullable Path file;

  @Option(
      names = "--key",
      paramLabel = "ID",
      description = "The id of the key with which it must be signed.")
  private @Nullable String key;

  @Override
  public Integer call() {
    Optional<ReviewReport> report =
        ReportFile.read(text(FileArguments.existing(file))).map(ReportFile::report);
    String signedBy = report.map(ReviewReport::keyId).orElse("");
    boolean isUnchanged =
        report.filter(ReviewReport::isUnchanged).isPresent()
            && Optional.ofNullable(key).map(signedBy::equals).orElse(true);
    result.printDone(
        Json.object().put("unchanged", isUnchanged).put("key_id", signedBy),
        isUnchanged
            ? "The report is what was signed, with the key " + signedBy
            : "The report is not what was signed");
    return isUnchanged ? 0 : 1;
  }

  private static String text(Path existing) {
    try {
      return Files.readString(existing);
    } catch (IOException cause) {
      throw new ConfigFault("cannot read " + existing + ": " + cause.getMessage());
    }
  }
}

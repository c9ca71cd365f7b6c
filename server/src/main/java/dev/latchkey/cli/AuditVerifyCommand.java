package dev.latchkey.cli;

import dev.latchkey.app.Installation;
import dev.latchkey.app.KeyRotation;
import dev.latchkey.app.config.ConfigFault;
import dev.latchkey.audit.seal.SealedFile;
import dev.latchkey.audit.seal.SealedLog;
import dev.latchkey.cli.option.FileArguments;
import dev.latchkey.cli.option.ResultOptions;
import dev.latchkey.cli.option.StoreOptions;
import dev.latchkey.edge.http.Json;
import dev.latchkey.model.audit.seal.AuditSeal;
import dev.latchkey.model.audit.seal.AuditVerification;
import dev.latchkey.model.audit.seal.AuditVerification.Report;
import dev.latchkey.model.audit.seal.Finding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Compare the audit log with its seals. With FILE, which latchkey audit export has written, no store is needed.",
      "The exit code is 1 if something was changed, removed or inserted."
    },
    footer = {
      "  latchkey audit verify audit-sealed.jsonl --head 5f1c…",
      "  latchkey audit verify --config /etc/latchkey/latchkey.yaml"
    })
final class AuditVerifyCommand implements Callable<Integer> {
  @Mixin private StoreOptions store = new StoreOptions();

  @Mixin private ResultOptions result = new ResultOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "A sealed export. Without it, the store is read.")
  private @Nullable Path file;

  @Option(
      names = "--head",
      paramLabel = "HASH",
      description = "A head that was kept elsewhere. The log must contain it.")
  private @Nullable String head;

  @Option(
      names = "--key",
      paramLabel = "ID",
      description = {
        "The id of a key with which a seal must be signed; may be repeated.",
        "Without it, the signing keys of the store are used if the store is read."
      })
  private Set<String> keys = Set.of();

  @Override
  public Integer call() {
    Report report = file == null ? ofStore() : ofFile(FileArguments.existing(file));
    result.print(json(report), out -> print(out, report));
    if (head == null && report.isUnchanged()) {
      result.advise(
          "A log that was rewritten as a whole is only found with a head from elsewhere: --head");
    }
    return report.isUnchanged() ? 0 : 1;
  }

  private AuditVerification verification(Set<String> trusted) {
    return new AuditVerification(
        new AuditVerification.Expected(Optional.ofNullable(head), trusted));
  }

  private Report ofStore() {
    try (Installation installation = store.open()) {
      var operation = installation.stores().operation();
      var verification =
          verification(keys.isEmpty() ? new KeyRotation(installation).signingKeyIds() : keys);
      var log = new SealedLog(operation.auditSeals());
      for (var part = log.next(); part.isPresent(); part = log.next()) {
        switch (part.get()) {
          case SealedLog.Part.Seal(var seal) -> verification.seal(seal);
          case SealedLog.Part.Lines(var lines) -> lines.forEach(verification::line);
        }
      }
      return verification.end();
    }
  }

  private Report ofFile(Path path) {
    AuditVerification verification = verification(keys);
    try (BufferedReader text = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      SealedFile.read(text, verification);
    } catch (IOException cause) {
      throw new ConfigFault("cannot read " + path + ": " + cause.getMessage());
    }
    return verification.end();
  }

  private static ObjectNode json(Report report) {
    AuditVerification.Counts counts = report.counts();
    ObjectNode json =
        Json.object()
            .put("unchanged", report.isUnchanged())
            .put("seals", counts.seals())
            .put("verified_lines", counts.verified())
            .put("deleted_by_retention", counts.deleted())
            .put("not_sealed_yet", counts.unsealed())
            .put("older_than_seals", counts.uncovered());
    report
        .last()
        .ifPresent(seal ->
            json.put("head", seal.head())
                .put("sealed_at", seal.link().at().toString())
                .put("key_id", seal.link().key().id()));
    var findings = json.putArray("findings");
    report.findings().forEach(each -> findings.add(json(each)));
    return json;
  }

  private static ObjectNode json(Finding finding) {
    return Json.object()
        .put("what", finding.what().name().toLowerCase(Locale.ROOT))
        .put("seal", finding.seal())
        .put("line", finding.line())
        .put("text", finding.sentence());
  }

  private static void print(PrintWriter out, Report report) {
    report.findings().forEach(each -> out.println("CHANGED  " + each.sentence()));
    AuditVerification.Counts counts = report.counts();
    out.printf(
        Locale.ROOT,
        "%,d lines are as %,d seals say; retention has deleted %,d, %,d are not sealed yet, %,d are older than the seals.%n",
        counts.verified(),
        counts.seals(),
        counts.deleted(),
        counts.unsealed(),
        counts.uncovered());
    report.last().ifPresent(seal -> printHead(out, seal));
    out.println(report.isUnchanged() ? "The log is unchanged." : "The log was changed.");
  }

  static void printHead(PrintWriter out, AuditSeal seal) {
    out.printf(
        "head %s%nseal %d of %s, up to line %d, signed with key %s%n",
        seal.head(),
        seal.range().number(),
        seal.link().at(),
        seal.range().last(),
        seal.link().key().id());
  }
}

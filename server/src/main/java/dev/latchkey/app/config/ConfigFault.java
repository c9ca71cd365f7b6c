package dev.latchkey.app.config;

import java.util.List;
import java.util.stream.Collectors;

/** The reasons why Latchkey cannot start, one line each for the operator. */
public final class ConfigFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Mistake> findings;

  public ConfigFault(String message) {
    super(message);
    this.findings = List.of(Mistake.general(message));
  }

  public ConfigFault(String message, Throwable cause) {
    super(message, cause);
    this.findings = List.of(Mistake.general(message));
  }

  ConfigFault(List<Mistake> findings) {
    super(findings.stream().map(Mistake::toString).collect(Collectors.joining("\n")));
    this.findings = List.copyOf(findings);
  }

  ConfigFault(Mistake finding, Throwable cause) {
    super(finding.toString(), cause);
    this.findings = List.of(finding);
  }

  public List<Mistake> findings() {
    return findings;
  }
}

package dev.latchkey.console.credential;

import dev.latchkey.console.chart.CallsChart;
import dev.latchkey.console.table.Table;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.storage.credential.CredentialLists;
import java.util.Optional;

/** One page of a table of credentials, with its filter. */
public record CredentialList(CredentialFilter filter, Table<Entry, CredentialLists.Column> table) {

  /** One credential in the table. {@code chart}: its calls, if the table shows them. */
  public record Entry(CredentialLists.Listed listed, String href, Optional<CallsChart> chart) {
    public Credential credential() {
      return listed.credential();
    }

    public CredentialLists.Search.Type type() {
      return switch (credential()) {
        case Credential.Personal _ -> CredentialLists.Search.Type.PERSONAL;
        case Credential.Organizational _ -> CredentialLists.Search.Type.ORGANIZATION;
      };
    }

    public boolean isLive() {
      return listed.state() == CredentialLists.Search.State.LIVE;
    }
  }
}

package dev.latchkey.console.home;

import dev.latchkey.console.alert.AlertLine;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.audit.ListedAuditEntry;
import dev.latchkey.model.person.Organization;
import dev.latchkey.storage.alert.AlertList;
import dev.latchkey.storage.audit.AuditRecords;
import dev.latchkey.storage.credential.CredentialConcern;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.operation.DailyCalls;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.publicclient.PublicClientReview;
import dev.latchkey.storage.query.BoundedCount;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The first page of an organization, for its administrators. */
public record OrganizationPart(
    CredentialLists credentials,
    PublicClientReview apps,
    UserLists people,
    DailyCalls calls,
    AuditRecords auditRecords,
    AlertList alerts) {
  /** The part of the page that shows the refused calls by reason. */
  private static final String REFUSED = "#organization-refused";

  private static final int NEWEST_SHOWN = 6;

  private static final List<CredentialConcern> CONCERNS =
      List.of(
          CredentialConcern.OLD_SECRET,
          CredentialConcern.UNUSED_TOKEN,
          CredentialConcern.UNUSED_SCOPE);

  /** {@code newest}: the newest grants and credentials, from the audit log. */
  public record View(
      Organization organization,
      List<Attention> attention,
      CallFigures calls,
      List<ListedAuditEntry> newest,
      List<AlertLine> alerts) {}

  View of(Organization organization, Instant now) {
    var figures = new CallFigures(calls.of(organization.id(), now));
    return new View(
        organization,
        attention(organization, figures, now),
        figures,
        auditRecords.beginnings(organization.id(), NEWEST_SHOWN),
        alerts.newestOpen(organization.id()).stream().map(AlertLine::new).toList());
  }

  /** What needs attention in the organization. */
  List<Attention> attention(Organization organization, Instant now) {
    return attention(organization, new CallFigures(calls.of(organization.id(), now)), now);
  }

  private List<Attention> attention(Organization organization, CallFigures figures, Instant now) {
    String query = "?organization=" + organization.id().value() + "&";
    Stream<Attention> concerns =
        Attention.concerns(
            CONCERNS,
            concern -> credentials.count(organization.id(), concern, now),
            Section.credentialsOf(organization.kind()).path() + query);
    var withoutFactor =
        new Attention(
            "home.without-factor",
            people.withoutFactor(organization.id()),
            Section.peopleOf(organization.kind()).path() + query + "factor=NONE");
    var open =
        new Attention(
            "home.alerts",
            alerts.open(organization.id()),
            Section.ALERTS.path() + "?organization=" + organization.id().value());
    var waiting =
        new Attention(
            "home.apps-waiting",
            apps.waiting(organization.id()),
            Section.APPROVALS.path() + "?organization=" + organization.id().value());
    return Attention.needed(
        Stream.concat(
            Stream.concat(Stream.of(open, waiting), concerns),
            Stream.concat(Stream.of(withoutFactor), refused(organization, figures))));
  }

  private static Stream<Attention> refused(Organization organization, CallFigures figures) {
    if (!figures.isRefusedMore()) {
      return Stream.empty();
    }
    int most = (int) Math.min(BoundedCount.QUERY_LIMIT, figures.refusedLastWeek());
    return Stream.of(
        new Attention(
            "home.refused-more",
            new BoundedCount(most),
            Section.ORGANIZATION_HOME.path()
                + "?organization="
                + organization.id().value()
                + REFUSED));
  }
}

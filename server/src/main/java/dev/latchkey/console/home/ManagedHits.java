package dev.latchkey.console.home;

import dev.latchkey.console.page.Icon;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.model.Id;
import dev.latchkey.model.RequestMoment;
import dev.latchkey.model.credential.Credential;
import dev.latchkey.model.person.Organization;
import dev.latchkey.model.person.Rights;
import dev.latchkey.model.person.User;
import dev.latchkey.storage.CredentialStores;
import dev.latchkey.storage.UserStores;
import dev.latchkey.storage.credential.CredentialLists;
import dev.latchkey.storage.people.Organizations;
import dev.latchkey.storage.people.UserLists;
import dev.latchkey.storage.query.BoundedCount;
import dev.latchkey.storage.query.SearchText;
import dev.latchkey.storage.query.TablePage;
import dev.latchkey.storage.query.TableRows;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a search finds for administrators: the credentials and people of their organization. Super
 * administrators find the people and organizations of the platform, and every credential by its
 * complete identifier.
 */
public record ManagedHits(CredentialStores credentials, UserStores users) {
  /** The person who searches, and the person's organization. */
  record Reader(User user, Organization home) {
    boolean may(Rights.Act act) {
      return Rights.allow(user, act, home);
    }
  }

  /** Each group depends on the right that the list with all its results requires. */
  Stream<HitGroup> find(Page page, Reader reader, SearchText text, RequestMoment now) {
    Stream<HitGroup> credentials =
        reader.may(Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION)
            ? Stream.of(ofOrganization(page, reader.home, text, now), elsewhere(page, reader, text))
            : Stream.empty();
    return Stream.concat(credentials, people(page, reader, text));
  }

  private Stream<HitGroup> people(Page page, Reader reader, SearchText text) {
    if (reader.may(Rights.Act.SEE_ORGANIZATIONS)) {
      return Stream.of(
          people(page, Section.PLATFORM_PEOPLE.path(), Optional.empty(), text),
          organizations(page, text));
    }
    return reader.may(Rights.Act.SEE_PEOPLE_OF_ORGANIZATION)
        ? Stream.of(
            people(
                page,
                Section.peopleOf(reader.home.kind()).path(),
                Optional.of(reader.home.id()),
                text))
        : Stream.empty();
  }

  private HitGroup ofOrganization(
      Page page, Organization organization, SearchText text, RequestMoment now) {
    var search = CredentialLists.Search.of(text, HitGroup.SHOWN);
    TableRows<CredentialLists.Listed> found =
        credentials.lists().of(organization.id(), search, now);
    String list = Section.credentialsOf(organization.kind()).path();
    return new HitGroup(
        page.say("search.credentials", organization.name()),
        Icon.KEY_ROUND,
        found.rows().stream()
            .map(listed -> hit(listed.credential(), organization, listed.owner().name()))
            .toList(),
        BoundedCount.of(found),
        HitGroup.list(list + "?organization=" + organization.id().value(), text.text()));
  }

  /** The credential of another organization that the whole text identifies. */
  private HitGroup elsewhere(Page page, Reader reader, SearchText text) {
    Optional<HitGroup.Hit> found =
        credentials
            .credentials()
            .find(new Id.Client(text.text()))
            .filter(credential -> !credential.organization().equals(reader.home.id()))
            .flatMap(credential ->
                users
                    .directory()
                    .find(credential.organization())
                    .filter(where ->
                        Rights.allow(
                            reader.user, Rights.Act.SEE_CREDENTIALS_OF_ORGANIZATION, where))
                    .map(where -> hit(credential, where, where.name())));
    return new HitGroup(
        page.say("search.elsewhere"),
        Icon.KEY_ROUND,
        found.stream().toList(),
        new BoundedCount(found.isPresent() ? 1 : 0),
        Optional.empty());
  }

  private static HitGroup.Hit hit(Credential credential, Organization where, String detail) {
    String id = credential.clientId().value();
    return new HitGroup.Hit(
        credential.name(),
        id + " · " + detail,
        Section.credentialsOf(where.kind()).path() + "/" + id);
  }

  private HitGroup people(
      Page page, String list, Optional<Id.Organization> organization, SearchText text) {
    TableRows<UserLists.Listed> found =
        users.lists().find(UserLists.Search.of(organization, text, HitGroup.SHOWN));
    return new HitGroup(
        page.say("section.PLATFORM_PEOPLE"),
        Icon.USERS,
        found.rows().stream()
            .map(person ->
                new HitGroup.Hit(
                    person.name(),
                    person.email(),
                    Section.peopleOf(person.organization().kind()).path()
                        + "/"
                        + person.id().value()))
            .toList(),
        BoundedCount.of(found),
        HitGroup.list(list, text.text()));
  }

  private HitGroup organizations(Page page, SearchText text) {
    String list = Section.PLATFORM_ORGANIZATIONS.path();
    TableRows<Organizations.View> found =
        users
            .organizations()
            .find(text, TablePage.first(Organizations.Column.NAME, HitGroup.SHOWN));
    return new HitGroup(
        page.say("section.PLATFORM_ORGANIZATIONS"),
        Icon.BUILDING_2,
        found.rows().stream()
            .map(each ->
                new HitGroup.Hit(
                    each.name(), each.orgId().value(), list + "/" + each.orgId().value()))
            .toList(),
        BoundedCount.of(found),
        HitGroup.list(list, text.text()));
  }
}

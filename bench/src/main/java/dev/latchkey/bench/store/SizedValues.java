package dev.latchkey.bench.store;

import dev.latchkey.model.Id;
import java.util.SplittableRandom;

/**
 * Says to whom each numbered thing of a filled store belongs: a person and a credential to an
 * organization, a grant to a person and to a credential of the same organization. Nothing is
 * stored, so a load generator knows every token by its number.
 */
public final class SizedValues {
  /** A prime larger than any number of people. Its multiples visit each person in turn. */
  private static final long PRIME = 982_451_653;

  private static final int ORGANIZATION_CREDENTIALS = 10;

  /** The number of the first rotated pair. It is larger than all numbers of {@link Batch}. */
  private static final long ROTATED = 1L << 48;

  private final CommonValues commonValues;
  private final DerivedValues derived;
  private final StoreSize size;
  private final SkewedParts people;
  private final SkewedParts credentials;

  public SizedValues(CommonValues commonValues, DerivedValues derived, StoreSize size) {
    this.commonValues = commonValues;
    this.derived = derived;
    this.size = size;
    this.people = new SkewedParts(size.organizations(), size.people());
    this.credentials = new SkewedParts(size.organizations(), size.credentials());
  }

  CommonValues commonValues() {
    return commonValues;
  }

  public DerivedValues derived() {
    return derived;
  }

  public StoreSize size() {
    return size;
  }

  /** The largest organization is number 0. */
  public Id.Organization organization(int i) {
    return i == 0
        ? commonValues.credential().organization()
        : new Id.Organization("org_%022d".formatted(i));
  }

  /** The only team of an organization. Everyone is in it. */
  Id.Team team(int organization) {
    return organization == 0
        ? commonValues.team().id()
        : new Id.Team("team_%022d".formatted(organization));
  }

  int organizationOfPerson(long person) {
    return people.of(person);
  }

  int organizationOfCredential(long credential) {
    return credentials.of(credential);
  }

  public int organizationOfGrant(long grant) {
    return people.of(person(grant));
  }

  /** One of the people of an organization. */
  long person(int organization, SplittableRandom random) {
    return people.start(organization) + random.nextLong(people.size(organization));
  }

  /** A few credentials of an organization have most of its grants. */
  long credential(int organization, SplittableRandom random) {
    double share = random.nextDouble();
    long picked = (long) (credentials.size(organization) * share * share * share);
    long found = credentials.start(organization) + picked;
    return isPersonal(found) ? found : found - 1;
  }

  /** The first credential of an organization is a personal one. */
  boolean isPersonal(long credential) {
    return credential % ORGANIZATION_CREDENTIALS > 0
        || credentials.start(credentials.of(credential)) == credential;
  }

  long person(long grant) {
    return grant * PRIME % size.people();
  }

  public Id.User user(long grant) {
    return derived.user(person(grant));
  }

  public Id.Client client(long grant) {
    return derived.client(
        Batch.CLIENTS + credential(people.of(person(grant)), new SplittableRandom(grant)));
  }

  /** How many grants the people of an organization have given. */
  public long grantsOf(int organization) {
    return people.size(organization) * size.grants() / size.people();
  }

  /** The credential of an organization with the most grants. */
  public Id.Client largestClient(int organization) {
    return derived.client(Batch.CLIENTS + credentials.start(organization));
  }

  /** The credential of an organization with the fewest grants. */
  public Id.Client smallestClient(int organization) {
    long last = credentials.start(organization) + credentials.size(organization) - 1;
    return derived.client(Batch.CLIENTS + last);
  }

  /**
   * The number of a rotated pair. That of the active pair of a grant is the number of the grant.
   */
  static long rotatedPair(long grant, int which) {
    return ROTATED + ((long) which << 40) + grant;
  }
}

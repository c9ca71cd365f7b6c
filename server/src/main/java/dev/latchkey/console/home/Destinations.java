package dev.latchkey.console.home;

import dev.latchkey.console.page.Context;
import dev.latchkey.console.page.Icon;
import dev.latchkey.console.page.Page;
import dev.latchkey.console.page.Section;
import dev.latchkey.storage.query.BoundedCount;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The pages that a person may enter, and what can be begun there, by their names. */
final class Destinations {
  private Destinations() {}

  /** Those whose name contains the text; all if the text is empty. */
  static HitGroup find(Page page, String text) {
    String wanted = lower(page, text);
    List<HitGroup.Hit> found =
        page.navigation().contexts().stream()
            .flatMap(context -> of(page, context))
            .filter(hit -> lower(page, hit.name() + " " + hit.detail()).contains(wanted))
            .toList();
    return new HitGroup(
        page.say("palette.pages"),
        Icon.APP_WINDOW,
        found,
        new BoundedCount(found.size()),
        Optional.empty());
  }

  private static Stream<HitGroup.Hit> of(Page page, Context context) {
    return page.navigation().areas(context).stream()
        .flatMap(area -> page.navigation().within(area).stream())
        .flatMap(section ->
            Stream.concat(Stream.of(entry(page, context, section)), begun(page, context, section)));
  }

  private static HitGroup.Hit entry(Page page, Context context, Section section) {
    return new HitGroup.Hit(
        page.say("section." + section),
        page.navigation().name(context),
        page.navigation().href(context, section));
  }

  /** What can be begun in a section. */
  private static Stream<HitGroup.Hit> begun(Page page, Context context, Section section) {
    Optional<String> name =
        switch (section) {
          case MY_ACCOUNT -> Optional.of("credentials.new");
          case ORGANIZATION_SETTINGS, TEAM_SETTINGS -> Optional.of("organization.new");
          case ORGANIZATION_PEOPLE, TEAM_PEOPLE -> Optional.of("people.new");
          case WEBHOOKS, PLATFORM_WEBHOOKS -> Optional.of("webhooks.new");
          case PLATFORM_ORGANIZATIONS -> Optional.of("platform.new");
          case HOME,
              CONNECTED_APPS,
              SECURITY,
              PROFILE,
              API_REFERENCE,
              ORGANIZATION_HOME,
              APPROVALS,
              REVIEWS,
              ALERTS,
              PLATFORM_ALERTS,
              PLATFORM_HOME,
              PLATFORM_PEOPLE,
              PLATFORM_ROUTES,
              PLATFORM_HEALTH,
              CALLS,
              AUDIT ->
              Optional.empty();
        };
    return name.stream()
        .filter(_ -> !page.isForReading())
        .map(key ->
            new HitGroup.Hit(
                page.say(key),
                page.navigation().name(context),
                page.navigation().href(context, section).replaceFirst("(\\?|$)", "/new$1")));
  }

  private static String lower(Page page, String text) {
    return text.toLowerCase(page.language().locale());
  }
}

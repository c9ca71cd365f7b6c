package dev.latchkey.app.doctor;

import java.util.ArrayList;
import java.util.List;

/** The findings about one area, while it is examined. */
final class Findings {
  private final String area;
  private final List<Finding> all = new ArrayList<>();

  Findings(String area) {
    this.area = area;
  }

  void ok(String text) {
    all.add(new Finding(Finding.Level.OK, area, text, ""));
  }

  void note(String text) {
    all.add(new Finding(Finding.Level.NOTE, area, text, ""));
  }

  void warning(String text, String fix) {
    all.add(new Finding(Finding.Level.WARNING, area, text, fix));
  }

  void error(String text, String fix) {
    all.add(new Finding(Finding.Level.ERROR, area, text, fix));
  }

  /** Adds this if nothing was wrong. */
  void okOtherwise(String text) {
    if (all.stream().allMatch(each -> each.level() == Finding.Level.OK)) {
      ok(text);
    }
  }

  List<Finding> all() {
    return List.copyOf(all);
  }
}

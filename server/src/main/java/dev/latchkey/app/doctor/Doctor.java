package dev.latchkey.app.doctor;

import dev.latchkey.app.config.Settings;
import dev.latchkey.model.time.ClockAndRandom;
import java.util.ArrayList;
import java.util.List;

/** Examines everything that an installation consists of. */
public record Doctor(Settings settings, ClockAndRandom clockAndRandom, Depth depth) {
  /**
   * How thorough the examination is.
   *
   * @param isQuick without the check of every page of SQLite, which reads the whole file
   * @param freeMegabytes less free space on a disk than this is reported
   */
  public record Depth(boolean isQuick, long freeMegabytes) {}

  public List<Finding> examine() {
    var all = new ArrayList<Finding>();
    all.addAll(new FileExamination(settings, depth.freeMegabytes()).findings());
    all.addAll(new StoreExamination(settings, clockAndRandom, depth.isQuick()).findings());
    all.addAll(new ProxyExamination(settings).findings());
    all.addAll(new ReachExamination(settings).findings());
    return all;
  }
}

package dev.latchkey.usage;

import dev.latchkey.storage.call.CallBlock;
import dev.latchkey.storage.call.CallHours;
import java.util.List;
import java.util.Map;

/** Judges calls after they were written, so that no call waits for it. */
public interface CallWatch {
  CallWatch NONE =
      new CallWatch() {
        @Override
        public void written(List<CallBlock> blocks) {}

        @Override
        public void refused(Map<CallHours.Hour, Long> more) {}
      };

  void written(List<CallBlock> blocks);

  /** {@code more}: how many calls were refused in an hour since the last time. */
  void refused(Map<CallHours.Hour, Long> more);
}

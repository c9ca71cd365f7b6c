package dev.latchkey.app.config;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Makes the nodes of a configuration: those of a text, and those that variables stand for. */
final class YamlNodes {
  private YamlNodes() {}

  /** {@code place}: what an error names if it has no line. */
  static Optional<Node> parsed(String label, String place, String text) {
    try {
      return new Compose(LoadSettings.builder().setLabel(label).build()).composeString(text);
    } catch (MarkedYamlEngineException broken) {
      int line = broken.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new ConfigFault(new Mistake(label + ":" + line, "", broken.getProblem()), broken);
    } catch (YamlEngineException broken) {
      throw new ConfigFault(new Mistake(place, "", String.valueOf(broken.getMessage())), broken);
    } catch (StackOverflowError deep) {
      throw new ConfigFault(
          new Mistake(place, "", "lists or mappings are nested too deeply"), deep);
    }
  }

  /** The value that a variable gives to a key. */
  static Node scalar(Environment.Setting found) {
    var mark = mark(found.variable());
    return new ScalarNode(Tag.STR, true, found.text(), ScalarStyle.PLAIN, mark, mark);
  }

  /** The values of a list that a variable sets. */
  static List<ScalarNode> withCommas(ScalarNode variable) {
    return Stream.of(variable.getValue().split(","))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .map(text ->
            new ScalarNode(
                Tag.STR,
                true,
                text,
                ScalarStyle.PLAIN,
                variable.getStartMark(),
                variable.getEndMark()))
        .toList();
  }

  /** A section whose keys are set by variables only. */
  static Node mapping(String variable) {
    var mark = mark(variable);
    return new MappingNode(Tag.MAP, true, List.of(), FlowStyle.BLOCK, mark, mark);
  }

  private static Optional<Mark> mark(String variable) {
    return Optional.of(new Mark(variable, 0, 0, 0, new int[0], 0));
  }
}

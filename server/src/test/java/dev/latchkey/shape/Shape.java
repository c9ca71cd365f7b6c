package dev.latchkey.shape;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * What makes source hard to read and can be counted. {@code root} is the directory of the project.
 */
record Shape(Path root) {
  /**
   * A rule, how much of it is in a place without being too much, and the step in which more is
   * listed, so that not every added line is one.
   */
  enum Rule {
    FILES_OF_A_PACKAGE(25, 5),
    LINES_OF_A_FILE(300, 50),
    /** How many methods of a file have more than five parameters. */
    LONG_SIGNATURES(0, 1),
    /** How many patterns of a file bind a name that nothing uses. */
    UNUSED_NAMES(0, 1),
    NESTED_OPTIONALS(0, 1),
    /** Lines of a template of which none is indented. */
    FLAT_TEMPLATES(10, 50),
    LINES_OF_A_TEMPLATE(80, 20);

    final int enough;
    private final int step;

    Rule(int enough, int step) {
      this.enough = enough;
      this.step = step;
    }

    private int listed(int count) {
      return Math.ceilDiv(count, step) * step;
    }
  }

  private static final int MOST_PARAMETERS = 5;
  private static final List<String> SOURCES =
      List.of(
          "testkit/src",
          "server/src/main",
          "server/src/test",
          "torture/src",
          "site/src",
          "bench/src");

  /** How much there is of a rule, in steps, in each place where it is too much. */
  Map<Rule, Map<String, Integer>> excess() {
    var all = new TreeMap<Rule, Map<String, Integer>>();
    for (Rule rule : Rule.values()) {
      Map<String, Integer> places = of(rule);
      places.values().removeIf(count -> count <= rule.enough);
      places.replaceAll((place, count) -> rule.listed(count));
      all.put(rule, places);
    }
    return all;
  }

  private Map<String, Integer> of(Rule rule) {
    return switch (rule) {
      case FILES_OF_A_PACKAGE -> filesOfPackages();
      case LINES_OF_A_FILE -> each(".java", List::size);
      case LONG_SIGNATURES -> eachTree(Shape::longSignatures);
      case UNUSED_NAMES -> eachTree(Shape::unusedNames);
      case NESTED_OPTIONALS -> eachTree(Shape::nestedOptionals);
      case FLAT_TEMPLATES ->
          each(".jte", lines -> lines.stream().anyMatch(Shape::isIndented) ? 0 : lines.size());
      case LINES_OF_A_TEMPLATE -> each(".jte", List::size);
    };
  }

  private Map<String, Integer> filesOfPackages() {
    var packages = new TreeMap<String, Integer>();
    for (Path file : files(".java")) {
      packages.merge(name(file.getParent()), 1, Integer::sum);
    }
    return packages;
  }

  private Map<String, Integer> each(String suffix, ToIntFunction<List<String>> count) {
    var places = new TreeMap<String, Integer>();
    for (Path file : files(suffix)) {
      places.put(name(file), count.applyAsInt(lines(file)));
    }
    return places;
  }

  private Map<String, Integer> eachTree(ToIntFunction<CompilationUnitTree> count) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var places = new TreeMap<String, Integer>();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> sources =
          manager.getJavaFileObjectsFromPaths(files(".java"));
      var task = (JavacTask) compiler.getTask(null, manager, null, null, null, sources);
      for (CompilationUnitTree unit : task.parse()) {
        places.put(name(Path.of(unit.getSourceFile().toUri())), count.applyAsInt(unit));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return places;
  }

  private static int longSignatures(CompilationUnitTree unit) {
    return count(
        unit,
        tree ->
            tree instanceof MethodTree method && method.getParameters().size() > MOST_PARAMETERS);
  }

  private static int nestedOptionals(CompilationUnitTree unit) {
    return count(
        unit,
        tree ->
            tree instanceof ParameterizedTypeTree type
                && isOptional(type)
                && type.getTypeArguments().stream().anyMatch(Shape::isOptional));
  }

  private static boolean isOptional(Tree type) {
    return type.toString().startsWith("Optional<");
  }

  /** A pattern is counted if the method around it has its name nowhere else. */
  private static int unusedNames(CompilationUnitTree unit) {
    var methods = new ArrayList<MethodTree>();
    count(unit, tree -> tree instanceof MethodTree method && methods.add(method));
    int unused = 0;
    for (MethodTree method : methods) {
      var used = new ArrayList<String>();
      count(
          method,
          tree -> tree instanceof IdentifierTree name && used.add(name.getName().toString()));
      unused +=
          count(
              method,
              tree -> tree instanceof BindingPatternTree pattern && isUnused(pattern, used));
    }
    return unused;
  }

  private static boolean isUnused(BindingPatternTree pattern, List<String> used) {
    String name = pattern.getVariable().getName().toString();
    return !name.isEmpty() && !used.contains(name);
  }

  private static int count(Tree tree, Predicate<Tree> which) {
    var found = new int[1];
    new TreeScanner<Void, Void>() {
      @Override
      public Void scan(Tree each, Void nothing) {
        if (each != null && which.test(each)) {
          found[0]++;
        }
        return super.scan(each, null);
      }
    }.scan(tree, null);
    return found[0];
  }

  private static boolean isIndented(String line) {
    return line.startsWith("  ");
  }

  private List<Path> files(String suffix) {
    return SOURCES.stream()
        .map(root::resolve)
        .flatMap(Shape::walk)
        .filter(file -> file.toString().endsWith(suffix))
        .sorted()
        .toList();
  }

  private static Stream<Path> walk(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private String name(Path path) {
    return root.relativize(path).toString();
  }
}

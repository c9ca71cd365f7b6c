package dev.latchkey.defences;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.resolve.DirectoryCodeResolver;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The classes and resources of the program without one defence. They are in a directory that comes
 * before the build on the class path.
 */
final class Overlay {
  private static final Path JAVA = Path.of("src/main/java");
  private static final Path RESOURCES = Path.of("src/main/resources");
  private static final Path TEMPLATES = Path.of("src/main/jte");
  private static final Path CHECKOUT = Path.of("..");
  private static final String TEMPLATE_PACKAGE = "dev.latchkey.console.page.templates";

  private final Path sources;
  private final Path classes;

  private Overlay(Path directory) {
    this.sources = directory.resolve("sources");
    this.classes = directory.resolve("classes");
  }

  /**
   * Compiles the program without the defence, and returns the directory with the classes, which is
   * inside {@code directory}.
   */
  static Path without(Defence defence, Path directory) {
    try {
      var overlay = new Overlay(directory);
      overlay.build(defence.sourcesWithout());
      return overlay.classes;
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  private void build(Map<Path, String> changed) throws IOException {
    Files.createDirectories(classes);
    var toCompile = new ArrayList<Path>();
    for (Map.Entry<Path, String> each : changed.entrySet()) {
      Path file = each.getKey();
      if (file.startsWith(JAVA)) {
        toCompile.add(write(sources.resolve(JAVA.relativize(file)), each.getValue()));
      } else if (file.startsWith(RESOURCES)) {
        write(classes.resolve(RESOURCES.relativize(file)), each.getValue());
      } else if (file.startsWith(TEMPLATES)) {
        toCompile.add(template(TEMPLATES.relativize(file), each.getValue()));
      } else if (file.startsWith(CHECKOUT)) {
        write(scripts(classes).resolve(CHECKOUT.relativize(file)), each.getValue());
      } else {
        throw new IllegalArgumentException("not a file of the program: " + file);
      }
    }
    compile(toCompile);
  }

  /** Where the changed scripts of an overlay are, whose classes are in this directory. */
  static Path scripts(Path classes) {
    return classes.resolveSibling("scripts");
  }

  /**
   * Generates the class of a template as the build does. All templates are read, because they share
   * types.
   */
  private Path template(Path name, String text) throws IOException {
    Path copies = sources.resolve("jte");
    try (Stream<Path> all = Files.walk(TEMPLATES)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        write(copies.resolve(TEMPLATES.relativize(each)), Files.readString(each));
      }
    }
    write(copies.resolve(name), text);
    Path generated = sources.resolve("generated");
    var engine =
        TemplateEngine.create(
            new DirectoryCodeResolver(copies),
            generated,
            ContentType.Html,
            getClass().getClassLoader(),
            TEMPLATE_PACKAGE);
    engine.setTrimControlStructures(true);
    engine.generateAll();
    String plain = name.getFileName().toString().replace(".jte", "").replace("-", "");
    return generated
        .resolve(TEMPLATE_PACKAGE.replace('.', '/'))
        .resolve(name)
        .resolveSibling("Jte" + plain + "Generated.java");
  }

  private void compile(List<Path> files) throws IOException {
    if (files.isEmpty()) {
      return;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of(
                      "-proc:none",
                      "-nowarn",
                      "-d",
                      classes.toString(),
                      "-cp",
                      System.getProperty("java.class.path")),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!compiled) {
        throw new IllegalArgumentException("the program does not compile:\n" + messages);
      }
    }
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}

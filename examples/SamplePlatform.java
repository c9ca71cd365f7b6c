import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * A project-management platform that is small enough to read: projects, issues and comments, in
 * memory. It does not implement OAuth. Latchkey forwards only calls that have the scope. This
 * program decides by the verified assertion which data a caller sees: a caller with a team sees the
 * projects of that team, and a caller without a team sees those of the whole organization. Data
 * that a caller may not see is answered with 404.
 *
 * <p>java -cp server/target/latchkey.jar examples/SamplePlatform.java prints its port on the first
 * line of its output. On the first line of its input it reads the address of Latchkey and the
 * teams. It serves calls until its input ends.
 */
final class SamplePlatform {
  private static final String NAME = "platform";
  private static final String PREFIX = "/openapi/v2/";
  private static final int BODY_BYTES = 65_536;

  private final VerifyAssertion assertions;
  private final List<Project> projects = new ArrayList<>();
  private final List<Issue> issues = new ArrayList<>();
  private final List<Comment> comments = new ArrayList<>();

  private SamplePlatform(VerifyAssertion assertions) {
    this.assertions = assertions;
  }

  record Project(String id, String name, String organization, String team) {
    Map<String, Object> json() {
      return fields("id", id, "name", name, "team_id", team);
    }
  }

  record Issue(String id, String title, Project project, String author) {
    Map<String, Object> json() {
      return fields("id", id, "title", title, "project_id", project.id(), "author", author);
    }
  }

  record Comment(String id, String text, Issue issue, String author) {
    Map<String, Object> json() {
      return fields("id", id, "text", text, "issue_id", issue.id(), "author", author);
    }
  }

  /** The caller of a call. Without a team the call is for the whole organization. */
  record Caller(String id, String organization, Optional<String> team) {
    static Caller of(JWTClaimsSet claims) {
      return new Caller(
          claims.getSubject(),
          String.valueOf(claims.getClaim("org_id")),
          Optional.ofNullable(claims.getClaim("team_id")).map(String::valueOf));
    }

    boolean sees(Project project) {
      return project.organization().equals(organization)
          && team.map(project.team()::equals).orElse(true);
    }
  }

  record Answer(int status, Map<String, Object> json) {
    static final Answer NOT_FOUND = new Answer(404, Map.of("error", "not_found"));

    static Answer malformed(String what) {
      return new Answer(400, Map.of("error", "invalid_request", "error_description", what));
    }
  }

  static void main(String[] arguments) throws IOException, ParseException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    System.out.println(server.getAddress().getPort());
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String told = input.readLine();
    if (told == null) {
      return;
    }
    Map<String, Object> start = JSONObjectUtils.parse(told);
    var platform =
        new SamplePlatform(new VerifyAssertion(JSONObjectUtils.getString(start, "latchkey"), NAME));
    for (Map<String, Object> team : JSONObjectUtils.getJSONObjectArray(start, "teams")) {
      platform.fill(
          String.valueOf(team.get("org_id")),
          String.valueOf(team.get("team_id")),
          String.valueOf(team.get("name")));
    }
    server.createContext(PREFIX, platform::serve);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    while (input.readLine() != null) {
      // Nothing but the end of the input matters.
    }
    server.stop(0);
  }

  private void fill(String organization, String team, String name) {
    var website = project(name + " website", organization, team);
    project(name + " mobile app", organization, team);
    var broken = issue("The search finds nothing", website, "sample");
    comment("It did last week.", broken, "sample");
    issue("Say how long an export takes", website, "sample");
  }

  private void serve(HttpExchange call) throws IOException {
    Map<String, Object> sent = sent(call);
    Answer answer =
        assertions
            .caller(call)
            .map(claims -> answer(call, sent, Caller.of(claims)))
            .orElse(new Answer(401, Map.of("error", "unauthorized")));
    byte[] body = JSONObjectUtils.toJSONString(answer.json()).getBytes(StandardCharsets.UTF_8);
    call.getResponseHeaders().set("Content-Type", "application/json");
    boolean bodiless = call.getRequestMethod().equals("HEAD");
    call.sendResponseHeaders(answer.status(), bodiless ? -1 : body.length);
    if (!bodiless) {
      call.getResponseBody().write(body);
    }
    call.close();
  }

  private static Map<String, Object> sent(HttpExchange call) throws IOException {
    byte[] body = call.getRequestBody().readNBytes(BODY_BYTES);
    try {
      return JSONObjectUtils.parse(new String(body, StandardCharsets.UTF_8));
    } catch (ParseException notJson) {
      return Map.of();
    }
  }

  private synchronized Answer answer(HttpExchange call, Map<String, Object> sent, Caller caller) {
    String[] path = call.getRequestURI().getPath().substring(PREFIX.length()).split("/");
    boolean adds = call.getRequestMethod().equals("POST");
    if (path.length == 1) {
      return adds ? addProject(sent, caller) : listProjects(caller);
    }
    if (path[0].equals("projects")) {
      return project(path[1], caller)
          .map(in -> adds ? addIssue(sent, in, caller) : listIssues(in))
          .orElse(Answer.NOT_FOUND);
    }
    return issue(path[1], caller)
        .map(on -> path.length == 2 ? new Answer(200, on.json()) : comments(adds, sent, on, caller))
        .orElse(Answer.NOT_FOUND);
  }

  private Answer comments(boolean adds, Map<String, Object> sent, Issue on, Caller caller) {
    return adds ? addComment(sent, on, caller) : listComments(on);
  }

  private Optional<Project> project(String id, Caller caller) {
    return projects.stream().filter(each -> each.id().equals(id) && caller.sees(each)).findFirst();
  }

  private Optional<Issue> issue(String id, Caller caller) {
    return issues.stream()
        .filter(each -> each.id().equals(id) && caller.sees(each.project()))
        .findFirst();
  }

  private Answer listProjects(Caller caller) {
    return list("projects", projects.stream().filter(caller::sees).map(Project::json).toList());
  }

  private Answer listIssues(Project in) {
    return list(
        "issues",
        issues.stream().filter(each -> each.project().equals(in)).map(Issue::json).toList());
  }

  private Answer listComments(Issue on) {
    return list(
        "comments",
        comments.stream().filter(each -> each.issue().equals(on)).map(Comment::json).toList());
  }

  /** Names and values, in an order that {@code Map.of} would not keep. */
  private static Map<String, Object> fields(String... namesAndValues) {
    var fields = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  private static Answer list(String name, List<Map<String, Object>> entries) {
    return new Answer(200, Map.of(name, entries));
  }

  /** A caller for a whole organization has to name a team. */
  private Answer addProject(Map<String, Object> sent, Caller caller) {
    Optional<String> team =
        caller
            .team()
            .or(() ->
                projects.stream()
                    .filter(caller::sees)
                    .map(Project::team)
                    .filter(known -> known.equals(sent.get("team_id")))
                    .findFirst());
    return team.map(
            one -> added(sent, "name", name -> project(name, caller.organization(), one).json()))
        .orElse(Answer.malformed("team_id must name a team of the organization"));
  }

  private Answer addIssue(Map<String, Object> sent, Project in, Caller caller) {
    return added(sent, "title", title -> issue(title, in, caller.id()).json());
  }

  private Answer addComment(Map<String, Object> sent, Issue on, Caller caller) {
    return added(sent, "text", text -> comment(text, on, caller.id()).json());
  }

  private static Answer added(
      Map<String, Object> sent, String field, Function<String, Map<String, Object>> add) {
    return sent.get(field) instanceof String value && !value.isBlank()
        ? new Answer(201, add.apply(value))
        : Answer.malformed(field + " is missing");
  }

  private Project project(String name, String organization, String team) {
    var made = new Project("prj_" + (projects.size() + 1), name, organization, team);
    projects.add(made);
    return made;
  }

  private Issue issue(String title, Project in, String author) {
    var made = new Issue("iss_" + (issues.size() + 1), title, in, author);
    issues.add(made);
    return made;
  }

  private Comment comment(String text, Issue on, String author) {
    var made = new Comment("com_" + (comments.size() + 1), text, on, author);
    comments.add(made);
    return made;
  }
}

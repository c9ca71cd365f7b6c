package dev.latchkey.edge.http.netty;

import dev.latchkey.edge.http.Call;
import dev.latchkey.edge.http.Content;
import dev.latchkey.edge.http.Incoming;
import dev.latchkey.edge.http.Response;
import dev.latchkey.edge.http.Routes;
import java.util.Optional;

/** How far the answer to one request has been sent, for the records of the request. */
final class AnswerProgress {
  private final Routes routes;
  private final Incoming head;
  private final long begunAt = System.nanoTime();
  private int status;
  private long bytes;
  private Response.Note note = Response.Note.NONE;

  AnswerProgress(Routes routes, Incoming head) {
    this.routes = routes;
    this.head = head;
  }

  /** A response that replaces another one is an answer to the same request. */
  void noted(Response response) {
    if (response.note() != Response.Note.NONE) {
      note = response.note();
    }
  }

  void begun(int itsStatus) {
    status = itsStatus;
  }

  void whole(int itsStatus, Content.Whole content) {
    status = itsStatus;
    bytes = head.method().equals("HEAD") ? 0 : content.bytes().length;
  }

  void part(int length) {
    bytes += length;
  }

  void sent(Optional<Call> call) {
    long nanos = System.nanoTime() - begunAt;
    routes.sent(head, call, status, nanos);
    note.ended(new Response.Ended(head, status, nanos, bytes));
  }

  /** The answer was not sent completely. */
  void cut() {
    note.ended(new Response.Ended(head, status, System.nanoTime() - begunAt, bytes));
  }
}

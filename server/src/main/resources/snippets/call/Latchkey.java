// Needs Java 17 or later, and no library. Run: LATCHKEY_TOKEN=... java Latchkey.java
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

public class Latchkey {
  public static void main(String[] args) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("%ADDRESS%"))
            .header("Authorization", "Bearer " + System.getenv("LATCHKEY_TOKEN"))
            .header("Content-Type", "application/json") // %IF_BODY%
            .method("%METHOD%", BodyPublishers.ofString("%BODY_TEXT%"))
            .build();
    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}

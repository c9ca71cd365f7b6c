// Needs Java 17 or later, and no library. Run: LATCHKEY_TOKEN=... java Latchkey.java
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class Latchkey {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("%BASE_URL%%CALL%"))
                .header("Authorization", "Bearer " + System.getenv("LATCHKEY_TOKEN"))
                .build();
        var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
    }
}

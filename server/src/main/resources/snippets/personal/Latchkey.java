// Needs Java 17 or later, and no library. Run: LATCHKEY_CLIENT_SECRET=... java Latchkey.java
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Latchkey {
    static final String BASE = "%BASE_URL%";
    static final String CLIENT_ID = "%CLIENT_ID%";
    static final String CLIENT_SECRET = System.getenv("LATCHKEY_CLIENT_SECRET");
    static final HttpClient HTTP = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        // 1. Send the browser to the authorization address, with a random state and a PKCE challenge.
        String state = random();
        String verifier = random();
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
        var query = new LinkedHashMap<String, String>();
        query.put("response_type", "code");
        query.put("client_id", CLIENT_ID);
        query.put("state", state);
        query.put("code_challenge", Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
        query.put("code_challenge_method", "S256");
        System.out.println("Open " + BASE + "/oauth2/authorize?" + encoded(query));

        // 2. After consent the browser is at your redirect URI. Check the state and take the code.
        System.out.println("Paste the address at which the browser has arrived:");
        String address = new BufferedReader(new InputStreamReader(System.in)).readLine().strip();
        if (!state.equals(parameter(address, "state"))) {
            throw new IllegalStateException("This is not the answer to our request.");
        }

        // 3. Exchange the code.
        String pair = tokens(Map.of(
                "grant_type", "authorization_code",
                "client_secret", CLIENT_SECRET,
                "code", parameter(address, "code"),
                "code_verifier", verifier));

        // 4. Call the open interface.
        call(field(pair, "access_token"));

        // 5. Refresh before the token expires. Both old tokens stop working.
        pair = tokens(Map.of("grant_type", "refresh_token", "refresh_token", field(pair, "refresh_token")));
        call(field(pair, "access_token"));
    }

    static String tokens(Map<String, String> fields) throws Exception {
        var all = new LinkedHashMap<>(fields);
        all.put("client_id", CLIENT_ID);
        var request = HttpRequest.newBuilder(URI.create(BASE + "/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(all)))
                .build();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    static void call(String token) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(BASE + "%CALL%"))
                .header("Authorization", "Bearer " + token)
                .build();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
    }

    static String random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** Use a JSON library in a real program. */
    static String field(String json, String name) {
        return found(json, "\"" + name + "\":\"([^\"]*)\"");
    }

    static String parameter(String address, String name) {
        return URLDecoder.decode(found(address, "[?&]" + name + "=([^&#]*)"), StandardCharsets.UTF_8);
    }

    static String found(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("not found: " + pattern);
        }
        return matcher.group(1);
    }
}

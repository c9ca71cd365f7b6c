package example;

import static org.springframework.security.config.Customizer.withDefaults;
import static org.springframework.security.oauth2.client.web.client.RequestAttributeClientRegistrationIdResolver.clientRegistrationId;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.client.ClientAuthorizationException;
import org.springframework.security.oauth2.client.OAuth2AuthorizationContext;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** Signs people in with Latchkey, and calls the open interface for them. */
@SpringBootApplication
@RestController
public class Client {
    /** Refreshes each time, because every token is closer to its end than this. Leave it out. */
    private static final Duration ALWAYS = Duration.ofDays(2);

    private final String latchkey;
    private final String api;
    private final RestClient rest;
    private final OAuth2AuthorizedClientProvider refreshing =
            OAuth2AuthorizedClientProviderBuilder.builder()
                    .refreshToken(refresh -> refresh.clockSkew(ALWAYS))
                    .build();

    Client(
            @Value("${LATCHKEY_URL}") String latchkey,
            @Value("http://127.0.0.1:${server.port}/api/me") String api,
            OAuth2AuthorizedClientManager clients) {
        this.latchkey = latchkey;
        this.api = api;
        this.rest =
                RestClient.builder()
                        .requestInterceptor(new OAuth2ClientHttpRequestInterceptor(clients))
                        .build();
    }

    public static void main(String[] arguments) {
        SpringApplication.run(Client.class, arguments);
    }

    @Bean
    CommandLineRunner started(@Value("${server.port}") int port) {
        return arguments -> System.out.println("Open http://127.0.0.1:" + port + "/");
    }

    @Bean
    @Order(2)
    SecurityFilterChain pages(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(pages -> pages.anyRequest().authenticated())
                .oauth2Login(withDefaults())
                .build();
    }

    @GetMapping(path = "/", produces = MediaType.TEXT_PLAIN_VALUE)
    String page(
            @RegisteredOAuth2AuthorizedClient("latchkey") OAuth2AuthorizedClient first,
            Authentication user) {
        // The interceptor adds the token of the user, and refreshes it when it is about to expire.
        Map<?, ?> me =
                rest.get()
                        .uri(latchkey + "/openapi/v2/directory/users/me")
                        .attributes(clientRegistrationId("latchkey"))
                        .retrieve()
                        .body(Map.class);
        OAuth2AuthorizedClient next = refreshed(first, user);
        var expires =
                Duration.between(
                        next.getAccessToken().getIssuedAt(), next.getAccessToken().getExpiresAt());
        boolean before = isActive(next);
        revoke(next);
        return String.join(
                "\n",
                List.of(
                        "called " + me.get("email"),
                        "refreshed " + expires.toSeconds(),
                        "active " + before,
                        "active " + isActive(next),
                        "error " + refusal(next, user)));
    }

    private OAuth2AuthorizedClient refreshed(OAuth2AuthorizedClient client, Authentication user) {
        return refreshing.authorize(
                OAuth2AuthorizationContext.withAuthorizedClient(client).principal(user).build());
    }

    private String refusal(OAuth2AuthorizedClient client, Authentication user) {
        try {
            refreshed(client, user);
            return "none";
        } catch (ClientAuthorizationException refused) {
            return refused.getError().getErrorCode();
        }
    }

    /** Whether the resource server, which is this program too, accepts the token. */
    private boolean isActive(OAuth2AuthorizedClient client) {
        return RestClient.create()
                .get()
                .uri(api)
                .headers(to -> to.setBearerAuth(client.getAccessToken().getTokenValue()))
                .exchange((request, response) -> response.getStatusCode().value() == 200);
    }

    /** The library has no revocation. */
    private void revoke(OAuth2AuthorizedClient client) {
        ClientRegistration registration = client.getClientRegistration();
        var form = new LinkedMultiValueMap<String, String>();
        form.add("token", client.getAccessToken().getTokenValue());
        RestClient.create()
                .post()
                .uri(latchkey + "/oauth2/revoke")
                .headers(
                        to ->
                                to.setBasicAuth(
                                        registration.getClientId(),
                                        registration.getClientSecret()))
                .body(form)
                .retrieve()
                .toBodilessEntity();
    }
}

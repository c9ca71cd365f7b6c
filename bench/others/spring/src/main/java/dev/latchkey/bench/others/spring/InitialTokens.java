package dev.latchkey.bench.others.spring;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationCode;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AccessTokenAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientCredentialsAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientCredentialsAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContext;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContextHolder;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.stereotype.Component;

/**
 * Registers the clients and issues the tokens in the same way as the token endpoint does for the
 * grant client_credentials. This grant leaves the smallest row, which is an advantage for Spring.
 */
@Component
class InitialTokens implements ApplicationRunner {
    private static final String SCOPE = "read:issue:info";
    private static final String REDIRECT_URI = "http://127.0.0.1/callback";
    private static final Duration LIFE = Duration.ofHours(1);
    private static final String PERSON = "person";

    private final ComparisonSettings settings;
    private final RegisteredClientRepository clients;
    private final OAuth2AuthorizationService authorizations;
    private final AuthorizationServerSettings addresses;
    private final JdbcOperations database;
    private final AuthenticationProvider tokenEndpoint;
    private final SecureRandom random = new SecureRandom();

    InitialTokens(
            ComparisonSettings settings,
            RegisteredClientRepository clients,
            OAuth2AuthorizationService authorizations,
            OAuth2TokenGenerator<?> tokens,
            AuthorizationServerSettings addresses,
            JdbcOperations database) {
        this.settings = settings;
        this.clients = clients;
        this.authorizations = authorizations;
        this.addresses = addresses;
        this.database = database;
        this.tokenEndpoint =
                new OAuth2ClientCredentialsAuthenticationProvider(authorizations, tokens);
    }

    @Override
    public void run(ApplicationArguments arguments) throws IOException {
        List<RegisteredClient> registered =
                IntStream.range(0, settings.clients()).mapToObj(this::register).toList();
        AuthorizationServerContextHolder.setContext(new FixedIssuer(addresses));
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < settings.tokens(); i++) {
            RegisteredClient client = registered.get(i % registered.size());
            lines.add(proof(client) + " " + issue(client));
        }
        AuthorizationServerContextHolder.resetContext();
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < settings.codes(); i++) {
            codes.add(proof(registered.getFirst()) + " " + consent(registered.getFirst()));
        }
        database.execute("ANALYZE");
        publish(codes, settings.codesFile());
        publish(lines, settings.file());
    }

    private RegisteredClient register(int number) {
        RegisteredClient client =
                RegisteredClient.withId("registration-" + number)
                        .clientId("client-" + number)
                        .clientSecret(secret())
                        .clientName("Client " + number)
                        .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                        .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                        .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                        .authorizationGrantType(AuthorizationGrantType.REFRESH_TOKEN)
                        .redirectUri(REDIRECT_URI)
                        .scope(SCOPE)
                        .clientSettings(
                                ClientSettings.builder()
                                        .requireProofKey(false)
                                        .requireAuthorizationConsent(false)
                                        .build())
                        .tokenSettings(
                                TokenSettings.builder()
                                        .accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                                        .accessTokenTimeToLive(Duration.ofDays(1))
                                        .reuseRefreshTokens(false)
                                        .build())
                        .build();
        clients.save(client);
        return client;
    }

    private String issue(RegisteredClient client) {
        var proven =
                new OAuth2ClientAuthenticationToken(
                        client,
                        ClientAuthenticationMethod.CLIENT_SECRET_BASIC,
                        client.getClientSecret());
        var request =
                new OAuth2ClientCredentialsAuthenticationToken(proven, Set.of(SCOPE), Map.of());
        var issued = (OAuth2AccessTokenAuthenticationToken) tokenEndpoint.authenticate(request);
        return issued.getAccessToken().getTokenValue();
    }

    /** Saves what the authorization endpoint saves when a user consents, and returns the code. */
    private String consent(RegisteredClient client) {
        var code = new OAuth2AuthorizationCode(secret(), Instant.now(), Instant.now().plus(LIFE));
        authorizations.save(
                OAuth2Authorization.withRegisteredClient(client)
                        .principalName(PERSON)
                        .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                        .authorizedScopes(Set.of(SCOPE))
                        .token(code)
                        .attribute(
                                Principal.class.getName(),
                                UsernamePasswordAuthenticationToken.authenticated(
                                        PERSON, null, List.of()))
                        .attribute(
                                OAuth2AuthorizationRequest.class.getName(),
                                OAuth2AuthorizationRequest.authorizationCode()
                                        .authorizationUri("http://127.0.0.1/oauth2/authorize")
                                        .clientId(client.getClientId())
                                        .scope(SCOPE)
                                        .build())
                        .build());
        return code.getTokenValue();
    }

    private String secret() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String proof(RegisteredClient client) {
        String pair = client.getClientId() + ":" + client.getClientSecret();
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a file and renames it when it is complete, because its presence shows that the server
     * is ready.
     */
    private static void publish(List<String> lines, Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        Files.write(unfinished, lines);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private record FixedIssuer(AuthorizationServerSettings addresses)
            implements AuthorizationServerContext {
        @Override
        public String getIssuer() {
            return addresses.getIssuer();
        }

        @Override
        public AuthorizationServerSettings getAuthorizationServerSettings() {
            return addresses;
        }
    }
}

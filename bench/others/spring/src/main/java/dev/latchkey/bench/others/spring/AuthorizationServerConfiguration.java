package dev.latchkey.bench.others.spring;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.server.authorization.JdbcOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.client.JdbcRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.DelegatingOAuth2TokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2AccessTokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2RefreshTokenGenerator;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;
import org.springframework.security.web.SecurityFilterChain;

/**
 * The endpoints of the authorization server, without sessions, on the JDBC services that it ships.
 */
@Configuration(proxyBeanMethods = false)
class AuthorizationServerConfiguration {
    @Bean
    SecurityFilterChain endpoints(HttpSecurity http) throws Exception {
        return http.oauth2AuthorizationServer(
                        server -> http.securityMatcher(server.getEndpointsMatcher()))
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .sessionManagement(
                        sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .build();
    }

    @Bean
    RegisteredClientRepository clients(JdbcOperations database) {
        return new JdbcRegisteredClientRepository(database);
    }

    @Bean
    OAuth2AuthorizationService authorizations(
            JdbcOperations database, RegisteredClientRepository clients) {
        return new JdbcOAuth2AuthorizationService(database, clients);
    }

    @Bean
    OAuth2TokenGenerator<?> tokens() {
        return new DelegatingOAuth2TokenGenerator(
                new OAuth2AccessTokenGenerator(), new OAuth2RefreshTokenGenerator());
    }

    /**
     * Compares secrets in plain text, so that the comparison does not measure bcrypt. The usual
     * delegating encoder cannot be used: it accepts a secret stored as {noop}, but replaces it with
     * a bcrypt hash at the first request.
     */
    @Bean
    // The class is deprecated as a warning against plain text, which is wanted here.
    @SuppressWarnings("deprecation")
    PasswordEncoder plainText() {
        return NoOpPasswordEncoder.getInstance();
    }

    @Bean
    AuthorizationServerSettings addresses() {
        return AuthorizationServerSettings.builder().issuer("http://127.0.0.1").build();
    }
}

package example;

import static org.springframework.security.config.Customizer.withDefaults;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A service that asks Latchkey about every token. */
@Configuration
@RestController
class ResourceServer {
    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/**")
                .authorizeHttpRequests(
                        calls -> calls.anyRequest().hasAuthority("SCOPE_read:directory:users"))
                .oauth2ResourceServer(server -> server.opaqueToken(withDefaults()))
                .build();
    }

    /** The name is the {@code sub} of introspection. */
    @GetMapping("/api/me")
    String me(Authentication caller) {
        return caller.getName();
    }
}

package dev.latchkey.bench.others.spring;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings from the command line.
 *
 * @param clients how many clients to register
 * @param tokens how many access tokens to issue, to the clients in turn
 * @param codes how many authorization codes to issue, all to the first client
 * @param file where to write one line for each token: client_id:client_secret of its client in
 *     base64, and the token
 * @param codesFile where to write the same for each code
 */
@ConfigurationProperties("comparison")
public record ComparisonSettings(int clients, int tokens, int codes, Path file, Path codesFile) {}

package dev.latchkey.bench.others.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/**
 * Starts the server. It issues its tokens first, and then writes the file that shows that it is
 * ready.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ComparisonSettings.class)
public class SpringComparison {
    public static void main(String[] arguments) {
        SpringApplication.run(SpringComparison.class, arguments);
    }
}

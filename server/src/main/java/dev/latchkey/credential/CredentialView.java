package dev.latchkey.credential;

import dev.latchkey.model.Credential;
import dev.latchkey.model.Outstanding;
import dev.latchkey.page.FormErrors;

/**
 * What every page of a credential shows. {@code href}: the address of the page, below which its
 * forms are sent. {@code outstanding}: what would stop working if the credential were deleted.
 * {@code baseUrl}: the address of this server.
 */
public record CredentialView(
        Credential credential,
        String href,
        CredentialActivity.View activity,
        Outstanding outstanding,
        String baseUrl,
        FormErrors errors) {}

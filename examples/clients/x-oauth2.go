// Debian: apt-get install golang-go golang-golang-x-oauth2-dev && GO111MODULE=off GOPATH=/usr/share/gocode go run x-oauth2.go
// Otherwise: go mod init example && go get golang.org/x/oauth2 && go run x-oauth2.go
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/oauth2"
)

var base = os.Getenv("LATCHKEY_URL")

var config = &oauth2.Config{
	ClientID:     os.Getenv("LATCHKEY_CLIENT_ID"),
	ClientSecret: os.Getenv("LATCHKEY_CLIENT_SECRET"),
	RedirectURL:  os.Getenv("LATCHKEY_REDIRECT_URI"),
	Scopes:       []string{"read:directory:organization", "read:directory:users"},
	Endpoint:     oauth2.Endpoint{AuthURL: base + "/oauth2/authorize", TokenURL: base + "/oauth2/token"},
}

func main() {
	ctx := context.Background()
	// From version 0.13 the library has GenerateVerifier, S256ChallengeOption and VerifierOption for PKCE.
	state, verifier := random(), random()
	hash := sha256.Sum256([]byte(verifier))
	fmt.Println("Open", config.AuthCodeURL(state,
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(hash[:])),
		oauth2.SetAuthURLParam("code_challenge_method", "S256")))
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	callback, err := url.Parse(strings.TrimSpace(line))
	check(err)
	if callback.Query().Get("state") != state {
		log.Fatal("another state")
	}

	first, err := config.Exchange(ctx, callback.Query().Get("code"), oauth2.SetAuthURLParam("code_verifier", verifier))
	check(err)
	// This client adds the token, and refreshes it when it has expired.
	answer, err := config.Client(ctx, first).Get(base + "/openapi/v2/directory/users/me")
	check(err)
	fmt.Println("called", read(answer)["email"])

	next, err := refreshed(ctx, first)
	check(err)
	fmt.Println("refreshed", next.Extra("expires_in"))

	// The library has no introspection and no revocation.
	fmt.Println("active", read(send("/oauth2/introspect", next.AccessToken))["active"])
	read(send("/oauth2/revoke", next.AccessToken))
	fmt.Println("active", read(send("/oauth2/introspect", next.AccessToken))["active"])

	_, err = refreshed(ctx, next)
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) {
		var body map[string]string
		check(json.Unmarshal(refused.Body, &body))
		fmt.Println("error", body["error"])
	}
}

// refreshed refreshes at once: a token without an access token counts as expired.
func refreshed(ctx context.Context, token *oauth2.Token) (*oauth2.Token, error) {
	return config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
}

func send(path, token string) *http.Response {
	request, err := http.NewRequest("POST", base+path, strings.NewReader(url.Values{"token": {token}}.Encode()))
	check(err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(config.ClientID, config.ClientSecret)
	answer, err := http.DefaultClient.Do(request)
	check(err)
	return answer
}

func read(answer *http.Response) (body map[string]any) {
	defer answer.Body.Close()
	check(json.NewDecoder(answer.Body).Decode(&body))
	return body
}

func random() string {
	bytes := make([]byte, 32)
	_, err := rand.Read(bytes)
	check(err)
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Needs Go 1.19 or later, and no module. Run: LATCHKEY_CLIENT_SECRET=... go run main.go
package main

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
)

const base = "%BASE_URL%"
const clientID = "%CLIENT_ID%"

type pair struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
}

func main() {
	// 1. Send the browser to the authorization address, with a random state and a PKCE challenge.
	state, verifier := random(), random()
	hash := sha256.Sum256([]byte(verifier))
	query := url.Values{
		"response_type":         {"code"},
		"client_id":             {clientID},
		"state":                 {state},
		"code_challenge":        {base64.RawURLEncoding.EncodeToString(hash[:])},
		"code_challenge_method": {"S256"},
	}
	fmt.Println("Open " + base + "/oauth2/authorize?" + query.Encode())

	// 2. After consent the browser is at your redirect URI. Check the state and take the code.
	fmt.Println("Paste the address at which the browser has arrived:")
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	check(err)
	address, err := url.Parse(strings.TrimSpace(line))
	check(err)
	if address.Query().Get("state") != state {
		log.Fatal("This is not the answer to our request.")
	}

	// 3. Exchange the code.
	tokens := exchange(url.Values{
		"grant_type":    {"authorization_code"},
		"client_secret": {os.Getenv("LATCHKEY_CLIENT_SECRET")},
		"code":          {address.Query().Get("code")},
		"code_verifier": {verifier},
	})

	// 4. Call the open interface.
	call(tokens.AccessToken)

	// 5. Refresh before the token expires. Both old tokens stop working.
	tokens = exchange(url.Values{"grant_type": {"refresh_token"}, "refresh_token": {tokens.RefreshToken}})
	call(tokens.AccessToken)
}

func exchange(fields url.Values) (tokens pair) {
	fields.Set("client_id", clientID)
	answer, err := http.PostForm(base+"/oauth2/token", fields)
	check(err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		log.Fatal(answer.Status)
	}
	check(json.NewDecoder(answer.Body).Decode(&tokens))
	return tokens
}

func call(token string) {
	request, err := http.NewRequest("GET", base+"%CALL%", nil)
	check(err)
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(err)
	fmt.Println(answer.StatusCode, string(body))
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

// Needs Go 1.19 or later, and no module. Run: LATCHKEY_TOKEN=... go run main.go
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader("%BODY_TEXT%")
	request, err := http.NewRequest("%METHOD%", "%ADDRESS%", body)
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("LATCHKEY_TOKEN"))
	request.Header.Set("Content-Type", "application/json") // %IF_BODY%
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	check(err)
	fmt.Println(answer.StatusCode, string(text))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

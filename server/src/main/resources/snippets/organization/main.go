// Needs Go 1.19 or later, and no module. Run: LATCHKEY_TOKEN=... go run main.go
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	request, err := http.NewRequest("GET", "%BASE_URL%%CALL%", nil)
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("LATCHKEY_TOKEN"))
	answer, err := http.DefaultClient.Do(request)
	check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(err)
	fmt.Println(answer.StatusCode, string(body))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

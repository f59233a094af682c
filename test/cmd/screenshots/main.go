// Command screenshots takes pictures of the console's pages of a running gateway.
//
//	screenshots -url http://127.0.0.1:8080 -site portal -email toko@example.com -password ... -out pictures / /payments
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"gateway/test/screenshots"
)

func main() {
	var o screenshots.Options
	flag.StringVar(&o.URL, "url", "http://127.0.0.1:8080", "address of the gateway")
	flag.StringVar(&o.Site, "site", "console", "console or portal")
	flag.StringVar(&o.Email, "email", "admin@example.com", "login")
	flag.StringVar(&o.Password, "password", os.Getenv("ADMIN_PASSWORD"), "password of the login")
	flag.StringVar(&o.Out, "out", "screenshots", "folder of the pictures")
	flag.StringVar(&o.Language, "language", "en", "id or en")
	flag.BoolVar(&o.Dark, "dark", false, "dark pictures, too")
	flag.Parse()
	o.Paths = flag.Args()
	if err := screenshots.Take(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

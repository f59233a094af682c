// Command screenshots takes pictures of the console's pages in a real browser: each page at the
// width of a phone and of a desk, in light and dark. It logs in at a gateway that runs.
//
//	screenshots -url http://127.0.0.1:8080 -site portal -email toko@example.com -password ... -out pictures / /payments
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

type options struct {
	url, site, email, password, out, language string
	dark                                      bool
	paths                                     []string
}

func main() {
	var o options
	flag.StringVar(&o.url, "url", "http://127.0.0.1:8080", "address of the gateway")
	flag.StringVar(&o.site, "site", "console", "console or portal")
	flag.StringVar(&o.email, "email", "admin@example.com", "login")
	flag.StringVar(&o.password, "password", os.Getenv("ADMIN_PASSWORD"), "password of the login")
	flag.StringVar(&o.out, "out", "screenshots", "folder of the pictures")
	flag.StringVar(&o.language, "language", "en", "id or en")
	flag.BoolVar(&o.dark, "dark", false, "dark pictures, too")
	flag.Parse()
	o.paths = flag.Args()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

// sizes are the widths of the pictures, by the end of their names.
var sizes = map[string]int64{"phone": 390, "desk": 1440}

func run(ctx context.Context, o options) error {
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.DisableGPU)
	if os.Getuid() == 0 { // Chromium's sandbox does not run as root
		flags = append(flags, chromedp.NoSandbox)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	ctx, stop := chromedp.NewExecAllocator(ctx, flags...)
	defer stop()
	ctx, _ = chromedp.NewContext(ctx)
	defer func() { _ = chromedp.Cancel(ctx) }()
	site := strings.TrimSuffix(o.url, "/") + "/" + o.site
	if err := chromedp.Do(ctx,
		chromedp.Navigate(site+"/language/"+o.language),
		chromedp.Navigate(site+"/login"),
		chromedp.SendKeys(chromedp.CSS("input[name=email]"), o.email),
		chromedp.SendKeys(chromedp.CSS("input[name=password]"), o.password),
		chromedp.Click(chromedp.CSS("main button")),
		chromedp.WaitVisible(chromedp.CSS("nav.menu")),
	); err != nil {
		return fmt.Errorf("log in: %w", err)
	}
	for _, path := range o.paths {
		if err := o.take(ctx, site, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func (o options) take(ctx context.Context, site, path string) error {
	schemes := []string{"light"}
	if o.dark {
		schemes = append(schemes, "dark")
	}
	for size, width := range sizes {
		for _, scheme := range schemes {
			if err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 900), colours(scheme), chromedp.Navigate(site+strings.TrimSuffix(path, "/"))); err != nil {
				return err
			}
			picture, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			if err != nil {
				return err
			}
			name := o.site + strings.NewReplacer("/", "-", "?", "-", "&", "-", "=", "-").Replace(strings.TrimSuffix(path, "/")) + "-" + size + "-" + scheme + ".png"
			if err := os.WriteFile(filepath.Join(o.out, name), picture, 0o644); err != nil {
				return err
			}
			fmt.Println(filepath.Join(o.out, name))
		}
	}
	return nil
}

// colours makes the browser ask for light or dark pages.
func colours(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

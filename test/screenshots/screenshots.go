// Package screenshots takes pictures of the console's pages in a real browser. It takes each page at the width
// of a phone and of a wide screen, in light and, on request, in dark.
package screenshots

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Options say what to take pictures of.
type Options struct {
	// URL is the gateway's address, Site portal or console.
	URL, Site string
	// Email and Password log in there.
	Email, Password string
	// Out is the folder of the pictures, Language id or en.
	Out, Language string
	Dark          bool
	// Paths are the paths of the pages below the site's prefix.
	Paths []string
}

// sizes are the widths of the pictures, by the suffix of their names.
var sizes = map[string]int64{"phone": 390, "wide": 1440}

// Take logs in and takes the pictures. It prints the name of each.
func Take(ctx context.Context, o Options) error {
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
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
	site := strings.TrimSuffix(o.URL, "/") + "/" + o.Site
	if err := chromedp.Do(ctx,
		chromedp.Navigate(site+"/language/"+o.Language),
		chromedp.Navigate(site+"/login"),
		chromedp.SendKeys(chromedp.CSS("input[name=email]"), o.Email),
		chromedp.SendKeys(chromedp.CSS("input[name=password]"), o.Password),
		chromedp.Click(chromedp.CSS("main button")),
		chromedp.WaitVisible(chromedp.CSS("nav.menu")),
	); err != nil {
		return fmt.Errorf("log in: %w", err)
	}
	for _, path := range o.Paths {
		if err := o.take(ctx, site, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func (o Options) take(ctx context.Context, site, path string) error {
	schemes := []string{"light"}
	if o.Dark {
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
			name := o.Site + strings.NewReplacer("/", "-", "?", "-", "&", "-", "=", "-").Replace(strings.TrimSuffix(path, "/")) + "-" + size + "-" + scheme + ".png"
			if err := os.WriteFile(filepath.Join(o.Out, name), picture, 0o644); err != nil {
				return err
			}
			fmt.Println(filepath.Join(o.Out, name))
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

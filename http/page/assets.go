package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"mime"
	"net/http"
	"path"

	"gateway/projections/notary"

	"github.com/gin-gonic/gin"
)

//go:embed assets
var assetFiles embed.FS

// checkScript is the script of Checker, whose first lines are those of package notary.
const checkScript = "check.js"

// AssetsPrefix is the path below which the styles and scripts of both sites are.
const AssetsPrefix = "/assets"

type asset struct {
	content []byte
	kind    string
	version string
}

// assets are the files by name. Each has a version that changes with its content.
var assets = readAssets()

func readAssets() map[string]asset {
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) // can't happen: the files are embedded
	}
	all := map[string]asset{}
	for _, e := range entries {
		content, err := assetFiles.ReadFile("assets/" + e.Name())
		if err != nil {
			panic(err)
		}
		if e.Name() == checkScript {
			content = append([]byte(notary.ProofScript), content...)
		}
		all[e.Name()] = newAsset(mime.TypeByExtension(path.Ext(e.Name())), content)
	}
	return all
}

func newAsset(kind string, content []byte) asset {
	sum := sha256.Sum256(content)
	const enough = 6 // bytes, with which no two versions of a file collide
	return asset{content, kind, hex.EncodeToString(sum[:enough])}
}

// path is the address of an asset, which changes with the asset's content.
func (a asset) path(name string) string { return AssetsPrefix + "/" + a.version + "/" + name }

// assetPath is the address of one of the assets.
func assetPath(name string) (string, error) {
	a, ok := assets[name]
	if !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return a.path(name), nil
}

// Assets serves the styles and scripts of the pages, and the operator's own files. It is safe for concurrent use.
type Assets struct{ brand Identity }

// NewAssets makes the surface.
func NewAssets(brand Identity) Assets { return Assets{brand} }

// Routes mounts the assets below AssetsPrefix.
func (s Assets) Routes(r gin.IRouter) {
	r.GET("/:version/:name", func(c *gin.Context) {
		a, ok := assets[c.Param("name")]
		if own, found := s.brand.files[c.Param("name")]; found {
			a, ok = own, true
		}
		if !ok || a.version != c.Param("version") {
			c.Header("Cache-Control", "no-store")
			c.String(http.StatusNotFound, "no such asset\n")
			return
		}
		c.Header("Cache-Control", "public, max-age=31536000, immutable")
		protectImage(c, a.kind)
		c.Data(http.StatusOK, a.kind, a.content)
	})
}

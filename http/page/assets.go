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
		sum := sha256.Sum256(content)
		all[e.Name()] = asset{content, mime.TypeByExtension(path.Ext(e.Name())), hex.EncodeToString(sum[:6])}
	}
	return all
}

// AssetPath is the address of an asset, for a surface with a template of its own. It panics if there is no such asset.
func AssetPath(name string) string {
	path, err := assetPath(name)
	if err != nil {
		panic(err)
	}
	return path
}

// assetPath is the address of an asset, which changes with the asset's content.
func assetPath(name string) (string, error) {
	a, ok := assets[name]
	if !ok {
		return "", fmt.Errorf("no asset %q", name)
	}
	return AssetsPrefix + "/" + a.version + "/" + name, nil
}

// Assets serves the styles and scripts of the console's pages. It is safe for concurrent use.
type Assets struct{}

// Routes mounts the assets below AssetsPrefix.
func (Assets) Routes(r gin.IRouter) {
	r.GET("/:version/:name", func(c *gin.Context) {
		a, ok := assets[c.Param("name")]
		if !ok || a.version != c.Param("version") {
			c.Header("Cache-Control", "no-store")
			c.String(http.StatusNotFound, "no such asset\n")
			return
		}
		c.Header("Cache-Control", "public, max-age=31536000, immutable")
		c.Data(http.StatusOK, a.kind, a.content)
	})
}

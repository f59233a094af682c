package clients

import (
	"os"
	"path/filepath"
	"testing"
)

// generator is the version of oapi-codegen that also generates the gateway's own code.
const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"

func TestAClientOfOapiCodegenTalksToTheGateway(t *testing.T) {
	t.Parallel()
	g := startGateway(t)
	dir := copied(t, "oapicodegen")
	g.describe(t, filepath.Join(dir, "openapi.yaml"), "/openapi.yaml")
	mustMake(t, filepath.Join(dir, "client"))
	needs(t, dir, nil, "oapi-codegen can't be had", "go", "run", generator, "-config", "oapi-codegen.yaml", "openapi.yaml")
	run(t, dir, nil, "go", "vet", "./...")
	run(t, dir, g.environment(t), "go", "run", ".")
}

// ogen reads the OpenAPI 3.0.3 form of the description.
func TestAClientOfOgenTalksToTheGateway(t *testing.T) {
	t.Parallel()
	g := startGateway(t)
	dir := copied(t, "ogen")
	g.describe(t, filepath.Join(dir, "openapi.yaml"), "/openapi-3.0.yaml")
	needs(t, dir, nil, "ogen can't be had", "go", "run", "github.com/ogen-go/ogen/cmd/ogen", "--target", "client", "--package", "client", "--config", "ogen.yaml", "openapi.yaml")
	run(t, dir, nil, "go", "vet", "./...")
	run(t, dir, g.environment(t), "go", "run", ".")
}

func TestClientsInTypeScriptTalkToTheGateway(t *testing.T) {
	t.Parallel()
	node := packages(t)
	g := startGateway(t)
	dir := copied(t, "typescript")
	if err := os.Symlink(filepath.Join(node, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	g.describe(t, filepath.Join(dir, "openapi.yaml"), "/openapi.yaml")
	run(t, dir, nil, "npx", "--no-install", "openapi-typescript", "openapi.yaml", "-o", "schema.ts")
	run(t, dir, nil, "npx", "--no-install", "openapi-ts", "-i", "openapi.yaml", "-o", "hey", "-c", "@hey-api/client-fetch")
	run(t, dir, nil, "npx", "--no-install", "tsc", "-p", ".")
	run(t, dir, g.environment(t), "node", "out/flow-fetch.js")
	run(t, dir, g.environment(t), "node", "out/flow-hey.js")
}

package main

import "testing"

func TestAMistakeIsNamedWithItsFileAndKey(t *testing.T) {
	t.Parallel()
	const get = ": {get: {operationId: o, responses: {}}}"
	for _, test := range []struct{ name, common, shops, carts, wanted string }{
		{
			"a key twice in a file", common, shops + "components:\n  schemas: {Shop: {}, Shop: {}}", carts,
			"shops.yaml:3: Shop: is there twice",
		},
		{
			"a path in two files", common, shops + "paths:\n  /shops" + get, carts + "paths:\n  /shops" + get,
			"carts.yaml:3: paths: /shops: is in shops.yaml too",
		},
		{
			"a component in two files", common, shops, carts + "components:\n  schemas:\n    Name: {}",
			"carts.yaml:4: components/schemas: Name: is in common.yaml too",
		},
		{
			"an operation under the tag of another file", common,
			shops + "paths:\n  /carts:\n    get:\n      operationId: o\n      tags: [Carts]", carts,
			"shops.yaml:6: tags: this file is of the tag Shops",
		},
		{
			"a file without a tag", common, "paths: {}", carts,
			"shops.yaml: has no tag",
		},
		{
			"a file of an unknown tag", "openapi: 3.1.0\ntags: [{name: Shops}]", shops, carts,
			"carts.yaml:1: the tag Carts is not in common.yaml",
		},
		{
			"two files of one tag", common, shops, shops,
			"shops.yaml:1: the tag Shops has a file already: carts.yaml",
		},
		{
			"a tag without a file", "tags:\n  - {name: Shops}\n  - {name: Carts}\n  - {name: Till}", shops, carts,
			"common.yaml:4: the tag Till has no file",
		},
		{
			"an unknown section", common, shops + "path: {}", carts,
			"shops.yaml:2: path: this file has no such section",
		},
		{
			"a reference that leads nowhere", common, shops + "components:\n  schemas:\n    Shop: {$ref: Nam}", carts,
			"shops.yaml:4: #/components/schemas/Nam: there is no such thing",
		},
		{
			"a parameter that there is not", common,
			shops + "paths:\n  /shops:\n    get: {operationId: o, responses: {},\n      parameters: [Twice]}", carts,
			"shops.yaml:5: #/components/parameters/Twice: there is no such thing",
		},
		{
			"a component of another tag", common, shops + "components: {schemas: {Shop: {}}}",
			carts + "components: {schemas: {Cart: {$ref: Shop}}}",
			"carts.yaml:2: #/components/schemas/Shop: is in shops.yaml; what several tags use belongs into common.yaml",
		},
		{
			"an error that there is not", common, shops + "components:\n  responses:\n    Full: [empty]", carts,
			"shops.yaml:4: empty: there is no such error or response",
		},
		{
			"a response without words for a description", common, shops + "components:\n  responses:\n    Full: [Closed]", carts,
			"shops.yaml:4: Closed: has no `or`, so write the description out",
		},
		{
			"an error in a file", common, shops + "errors:\n  full: {status: 400, summary: Full}", carts,
			"shops.yaml:2: errors: their table is in Go, package gateway/http/api/errorcode: add them there",
		},
		{
			"a response with an unknown field", common, shops + "components:\n  responses:\n    Full: {description: Full., pgae: [Name]}", carts,
			"shops.yaml:4: pgae: a response has no such field",
		},
		{
			"required: all of nothing", common, shops + "components:\n  schemas:\n    Shop: {required: all}", carts,
			"shops.yaml:4: required: all: there are no properties beside it",
		},
		{
			"a rule with an unknown condition", "tags: [{name: Shops}, {name: Carts}]\nshared:\n  - {schema: Key}", shops, carts,
			"common.yaml:3: schema: a rule has no such condition",
		},
		{
			"a rule with an unknown response", "tags: [{name: Shops}, {name: Carts}]\nshared:\n  - {responses: {500: Broken}}", shops, carts,
			"common.yaml:3: Broken: is not among the responses in components",
		},
		{
			"not YAML", common, "tag: [", carts,
			"shops.yaml: yaml: line 1: did not find expected node content",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := bundleOf(test.common, test.shops, test.carts); err == nil || err.Error() != test.wanted {
				t.Errorf("got  %v\nwant %s", err, test.wanted)
			}
		})
	}
}

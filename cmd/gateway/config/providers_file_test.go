package config_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/http/outbound/providers"
)

// keyPair is a private and a public key in PEM form.
var keyPair = sync.OnceValue(func() (pair [2]string) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		panic(err)
	}
	pair[0] = string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}))
	pair[1] = string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public}))
	return pair
})

// folder makes a folder with a file of connections, and the files of secrets that it may refer to.
func folder(t *testing.T, text string) (file string) {
	t.Helper()
	at := t.TempDir()
	for name, content := range map[string]string{
		"providers.yaml": text, "xendit-secret-key": "xnd_production_1", "xendit-callback-token": "a-token-of-16-char\n",
		"doku-client-secret": "SK-1", "doku-private-key.pem": keyPair()[0], "doku-company-key.pem": keyPair()[1],
		"midtrans-client-secret": "SK-2", "midtrans-private-key.pem": keyPair()[0], "midtrans-company-key.pem": keyPair()[1],
		"dana-private-key.pem": keyPair()[0], "dana-company-key.pem": keyPair()[1], "empty": "", "other-token": "another-token-of-23-char",
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(at, "providers.yaml")
}

func load(t *testing.T, text string, environ ...string) ([]providers.Connection, error) {
	t.Helper()
	c, err := config.LoadFrom(append([]string{"PROVIDERS_FILE=" + folder(t, text)}, environ...))
	return c.ProviderConnections(config.Secrets{}), err
}

// inProduction is a production environment without a provider.
var inProduction = []string{
	"ENVIRONMENT=production", "PUBLIC_URL=https://pay.example.com", "MASTER_SECRET=" + strings.Repeat("s", 32),
	"ADMIN_EMAIL=admin@example.com", "ADMIN_PASSWORD=a password", "DUAL_CONTROL_FROM=10000000",
}

func TestTheExampleOfConnectionsIsOneOfProduction(t *testing.T) {
	t.Parallel()
	list, err := load(t, string(read(t, "providers.yaml.example")), inProduction...)
	if err != nil {
		t.Fatal(err)
	}
	set := providers.New(list, providers.Options{})
	t.Cleanup(set.Close)
	if want := []string{"xendit", "doku-1", "midtrans-1", "dana-1"}; !slices.Equal(set.Names(), want) {
		t.Errorf("the connections are %v", set.Names())
	}
	if used := map[string]bool{}; len(list) == len(providers.Companies()) {
		for _, c := range list {
			used[c.Provider] = true
		}
		if len(used) != len(list) {
			t.Errorf("it shows %v", used)
		}
	}
	xendit, doku, midtrans := list[0], list[1], list[2]
	if xendit.Key.SecretKey != "xnd_production_1" || !slices.Equal(xendit.Key.CallbackTokens, []string{"a-token-of-16-char"}) || xendit.Payouts.API != "v2" {
		t.Errorf("xendit: %+v", xendit)
	}
	bca := doku.Channels["BCA"]
	if bca.Prefix != "19008" || bca.Cost.Flat.String() != "3500" || bca.Cost.VAT.String() != "11" || bca.Settles.WorkingDays != 1 ||
		xendit.Channels["BNI"].Settles.After != 5*time.Minute || doku.SNAP.Secret != "SK-1" || doku.Payouts != nil || doku.Off {
		t.Errorf("doku-1: %+v", doku)
	}
	if !midtrans.Off || midtrans.Payouts.SourceAccount != "7770001" || midtrans.SNAP.PartnerID != "G123456" {
		t.Errorf("midtrans-1: %+v", midtrans)
	}
}

const (
	oneXendit = `connections:
  - name: xendit
    provider: xendit
    url: https://api.xendit.co
    secret_key: {env: KEY_1}
    callback_token: {file: xendit-callback-token}
    channels: {QRIS: {}}
`
	oneDoku = `connections:
  - name: doku-1
    provider: doku
    url: https://api.doku.com
    client_id: B-1
    client_secret: {file: doku-client-secret}
    private_key: {file: doku-private-key.pem}
    company_key: {file: doku-company-key.pem}
    phone: "628120000000"
    email: payments@example.com
    channels:
      BCA: {prefix: "19008"}
`
)

func TestEachProblemOfTheFileNamesItsPlace(t *testing.T) {
	t.Parallel()
	environ := []string{"KEY_1=xnd_1", "KEY_3=xnd_3"}
	for i := range 21 {
		environ = append(environ, fmt.Sprintf("MANY_KEY_%d=xnd_%d", i, i), fmt.Sprintf("MANY_TOKEN_%d=token-%d", i, i))
	}
	in := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":               {"", "providers.yaml: is empty"},
		"no YAML":             {"a: [", "providers.yaml: line 1"},
		"two documents":       {oneXendit + "---\na: 1\n", "more than one document"},
		"a list":              {"- 1\n", "providers.yaml:1: must have members: connections"},
		"no connections":      {"connections: []\n", "providers.yaml:1: connections: must be a list of at least one"},
		"another member":      {oneXendit + "more: 1\n", "providers.yaml:8: more: is not known"},
		"a text":              {"connections: [1]\n", "providers.yaml:1: connections[0]: must have members"},
		"an unknown member":   {in(oneXendit, "url:", "uri: x\n    url:"), "providers.yaml:4: connections[0].uri: is not known; known are name,"},
		"of another provider": {in(oneXendit, "url:", "client_id: x\n    url:"), "providers.yaml:4: connections[0].client_id: is not known"},
		"a member twice":      {in(oneXendit, "    url:", "    name: x\n    url:"), "providers.yaml:4: connections[0].name: is there twice"},
		"an alias":            {in(in(oneXendit, "name: xendit", "name: &n xendit"), "provider: xendit", "provider: *n"), "connections[0].provider: is an alias"},
		"no name":             {in(oneXendit, "name: xendit\n    ", ""), "providers.yaml:2: connections[0].name: is missing"},
		"a bad name":          {in(oneXendit, "name: xendit", "name: Xendit_1"), "providers.yaml:2: connections[0].name: must be a name such as doku-1"},
		"a reserved name":     {in(oneXendit, "name: xendit", "name: callbacks"), "connections[0].name: callbacks is taken by another address"},
		"another xendit":      {in(oneDoku, "name: doku-1", "name: xendit"), "connections[0].name: xendit is the name of a connection to Xendit"},
		"a name twice": {
			oneXendit + strings.TrimPrefix(oneXendit, "connections:\n"), "providers.yaml:8: connections[1].name: xendit is also the name of connections[0]",
		},
		"an unknown provider":      {in(oneXendit, "provider: xendit", "provider: stripe"), "connections[0].provider: must be one of dana, doku, midtrans, xendit"},
		"no URL":                   {in(oneXendit, "    url: https://api.xendit.co\n", ""), "connections[0].url: is missing"},
		"a bad URL":                {in(oneXendit, "https://api", "api"), "providers.yaml:4: connections[0].url: must be an http or https URL"},
		"a URL with a path":        {in(oneXendit, ".co", ".co/v1"), "connections[0].url: must be a scheme and a host only"},
		"off that is none":         {in(oneXendit, "url:", "off: yes please\n    url:"), "connections[0].off: must be true or false"},
		"no channels":              {in(oneXendit, "    channels: {QRIS: {}}\n", ""), "connections[0]: has neither channels nor payouts"},
		"empty channels":           {in(oneXendit, "{QRIS: {}}", "{}"), "connections[0].channels: must be channels"},
		"an unknown channel":       {in(oneXendit, "QRIS", "BCAX"), "providers.yaml:7: connections[0].channels.BCAX: is not the code of a channel"},
		"a channel in small":       {in(oneXendit, "QRIS", "qris"), "connections[0].channels.qris: is not the code"},
		"a channel twice":          {in(oneXendit, "{QRIS: {}}", "{QRIS: {}, QRIS: {}}"), "connections[0].channels.QRIS: is there twice"},
		"a channel of others":      {in(oneDoku, "BCA:", "INVOICE:"), "connections[0].channels.INVOICE: doku does not have this channel; it has BCA,"},
		"no prefix":                {in(oneDoku, `prefix: "19008"`, "settles: 1h"), "providers.yaml:12: connections[0].channels.BCA.prefix: is missing"},
		"a bad prefix":             {in(oneDoku, "19008", "1900800800"), "connections[0].channels.BCA.prefix: must be 1 to 8 digits"},
		"a prefix for none":        {in(oneXendit, "QRIS: {}", `QRIS: {prefix: "1"}`), "connections[0].channels.QRIS.prefix: is not known"},
		"one prefix for two":       {oneDoku + "      BNI: {prefix: \"19008\"}\n", "providers.yaml:13: connections[0].channels.BNI.prefix: is also that of BCA"},
		"a bad cost":               {in(oneXendit, "QRIS: {}", "QRIS: {cost: {percent: -1}}"), "connections[0].channels.QRIS.cost.percent: must be a number from 0 up"},
		"a cost of nothing":        {in(oneXendit, "QRIS: {}", "QRIS: {cost: {vat: 11}}"), "connections[0].channels.QRIS.cost: must have flat, percent or both"},
		"a cost above all":         {in(oneXendit, "QRIS: {}", "QRIS: {cost: {percent: 101}}"), "cost.percent: must be at most 100"},
		"a bad settlement":         {in(oneXendit, "QRIS: {}", "QRIS: {settles: soon}"), "connections[0].channels.QRIS.settles: must be a duration"},
		"no secret":                {in(oneXendit, "    secret_key: {env: KEY_1}\n", ""), "providers.yaml:2: connections[0].secret_key: is missing"},
		"a secret in the file":     {in(oneXendit, "{env: KEY_1}", "xnd_secret"), "providers.yaml:5: connections[0].secret_key: is a secret, which this file can't hold"},
		"a secret of both":         {in(oneXendit, "{env: KEY_1}", "{env: KEY_1, file: x}"), "connections[0].secret_key: must be either"},
		"a variable not set":       {in(oneXendit, "KEY_1", "KEY_2"), "connections[0].secret_key: the variable KEY_2 is not set"},
		"no such file":             {in(oneXendit, "xendit-callback-token", "nowhere"), "connections[0].callback_token: the file "},
		"an empty file":            {in(oneXendit, "xendit-callback-token", "empty"), "connections[0].callback_token: the file "},
		"no private key":           {in(oneDoku, "doku-private-key.pem", "doku-client-secret"), "providers.yaml:7: connections[0].private_key: is not in PEM form"},
		"a public key for private": {in(oneDoku, "doku-private-key.pem", "doku-company-key.pem"), "connections[0].private_key: is not an RSA private key"},
		"no company key":           {in(oneDoku, "doku-company-key.pem", "doku-private-key.pem"), "connections[0].company_key: is not an RSA public key"},
		"what DOKU demands":        {in(oneDoku, "    email: payments@example.com\n", ""), "connections[0].email: is missing: doku demands it"},
		"a wallet at DOKU":         {oneDoku + "      DANA:\n", "connections[0].ip_address: is missing: doku demands it"},
		"payouts of none":          {oneDoku + "    payouts: {source_account: 1}\n", "connections[0].payouts: doku makes no payouts"},
		"an API of none":           {oneXendit + "    payouts: {api: v3}\n", "connections[0].payouts.api: must be v1 or v2"},
		"no value":                 {in(oneXendit, "url: https://api.xendit.co", "url:"), "providers.yaml:4: connections[0].url: has no value"},
		"too many":                 {"connections:\n" + many(21), "connections: has 21 connections, more than 20"},
		"one key for two":          {two(oneXendit, "https://api.xendit.co", "HTTPS://API.xendit.co:443/", "xendit-callback-token", "other-token"), "providers.yaml:11: connections[1].secret_key: is also that of first:"},
		"one token for two":        {two(oneXendit, "KEY_1", "KEY_3"), "providers.yaml:12: connections[1].callback_token: is also that of first:"},
		"a former token for two":   {two(oneXendit, "KEY_1", "KEY_3", "callback_token:", "callback_token: {file: other-token}\n    callback_token_former:"), "providers.yaml:13: connections[1].callback_token_former: is also that of first:"},
		"one client id for two":    {two(oneDoku), "providers.yaml:16: connections[1].client_id: is also that of first:"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, c.text, environ...)
			if err == nil || !strings.Contains(err.Error(), "PROVIDERS_FILE") || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("want %q, got %v", c.want, err)
			}
			for _, secret := range []string{"xnd_", "SK-1"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("it repeats a secret: %v", err)
				}
			}
			if problems := strings.Count(err.Error(), "PROVIDERS_FILE"); problems != 1 {
				t.Errorf("%d problems, want one: %v", problems, err)
			}
		})
	}
}

// many are connections to Xendit.
func many(n int) (text string) {
	for i := range n {
		text += strings.NewReplacer(
			"connections:\n", "", "name: xendit", fmt.Sprintf("name: xendit-%d", i), "KEY_1", fmt.Sprintf("MANY_KEY_%d", i),
			"{file: xendit-callback-token}", fmt.Sprintf("{env: MANY_TOKEN_%d}", i),
		).Replace(oneXendit)
	}
	return text
}

// two is the connection of the file with the name first, and with the name second and the replacements, by pairs.
func two(text string, replaced ...string) string {
	_, one, _ := strings.Cut(text, "\n")
	_, rest, _ := strings.Cut(one, "\n")
	return "connections:\n  - name: first\n" + rest + "  - name: second\n" + strings.NewReplacer(replaced...).Replace(rest)
}

func TestTwoContractsWithOneProviderAreTwoConnections(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		two(oneXendit, "KEY_1", "KEY_3", "xendit-callback-token", "other-token"), two(oneDoku, "client_id: B-1", "client_id: B-2"),
		two(oneDoku, "api.doku", "api-sandbox.doku"),
	} {
		if list, err := load(t, text, "KEY_1=xnd_1", "KEY_3=xnd_3"); err != nil || len(list) != 2 {
			t.Errorf("%v with\n%s", err, text)
		}
	}
}

func TestAllProblemsAreToldInTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	_, err := load(t, `connections:
  - provider: xendit
    url: ftp://x
    channels: {BCAX: {}}
  - name: dana-1
    provider: dana
    colour: blue
`)
	if err == nil {
		t.Fatal("it is accepted")
	}
	last := -1
	for _, want := range []string{
		":2: connections[0].callback_token: ", ":2: connections[0].name: ", ":2: connections[0].secret_key: ", ":3: connections[0].url: ",
		":4: connections[0].channels.BCAX: ", ":5: connections[1].client_id: ", ":5: connections[1].private_key: ", ":7: connections[1].colour: ",
	} {
		at := strings.Index(err.Error(), want)
		if at <= last {
			t.Errorf("%q is not in its place: %v", want, err)
		}
		last = at
	}
}

func TestProductionDemandsMoreOfConnections(t *testing.T) {
	t.Parallel()
	environ := append(slices.Clone(inProduction), "KEY_1=xnd_1", "SHORT=short")
	if _, err := load(t, oneXendit, environ...); err != nil {
		t.Fatal(err)
	}
	for old, c := range map[string]struct{ new, want string }{
		"https://":                      {"http://", "connections[0].url: must be https in production"},
		"{file: xendit-callback-token}": {"{env: SHORT}", "connections[0].callback_token: must have at least 16 characters in production"},
	} {
		text := strings.Replace(oneXendit, old, c.new, 1)
		if _, err := load(t, text, environ...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
		if _, err := load(t, text, "KEY_1=xnd_1", "SHORT=short"); err != nil {
			t.Errorf("a sandbox refuses it: %v", err)
		}
	}
}

func TestConnectionsComeFromAFileOrFromVariables(t *testing.T) {
	t.Parallel()
	for _, both := range []string{
		"PROVIDER_URL=https://api.xendit.co", "PROVIDER_SECRET_KEY=k", "PROVIDER_CALLBACK_TOKEN=t", "PROVIDER_CALLBACK_TOKEN_FORMER=t",
	} {
		name, _, _ := strings.Cut(both, "=")
		if _, err := load(t, oneXendit, "KEY_1=k", both); err == nil || !strings.Contains(err.Error(), "PROVIDERS_FILE and "+name+" are both set") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := config.LoadFrom([]string{"PROVIDERS_FILE=/nowhere/providers.yaml"}); err == nil || !strings.Contains(err.Error(), "can't be read") {
		t.Error(err)
	}
	// A variable that the file refers to is read, though its name is like that of another.
	c, err := config.LoadFrom([]string{"PROVIDERS_FILE=" + folder(t, strings.Replace(oneXendit, "KEY_1", "PROVIDER_SECRET_KEY2", 1)), "PROVIDER_SECRET_KEY2=k"})
	if err != nil || len(c.Warnings()) != 0 {
		t.Errorf("%v, warnings %v", err, c.Warnings())
	}
	c, err = config.LoadFrom([]string{"PROVIDER_URL=https://api.xendit.co", "PROVIDER_CALLBACK_TOKEN_FORMER=former", "PROVIDER_PAYOUT_API=v2"})
	list := c.ProviderConnections(config.Secrets{ProviderKey: "key", CallbackToken: "token"})
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	one := list[0]
	if one.Name != "xendit" || one.Provider != "xendit" || one.URL != "https://api.xendit.co" || one.Channels != nil || one.Payouts.API != "v2" ||
		one.Key.SecretKey != "key" || !slices.Equal(one.Key.CallbackTokens, []string{"token", "former"}) {
		t.Errorf("%+v", one)
	}
}

func TestASandboxWithARealConnectionCallsNoPrivateAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		oneXendit: false, strings.Replace(oneXendit, "https://api.xendit.co", "http://127.0.0.1:9", 1): true,
	} {
		c, err := config.LoadFrom([]string{"PROVIDERS_FILE=" + folder(t, text), "KEY_1=k"})
		if err != nil || c.AllowsPrivateReceivers() != want || c.Simulates() {
			t.Errorf("%v (%v) with\n%s", c.AllowsPrivateReceivers(), err, text)
		}
	}
}

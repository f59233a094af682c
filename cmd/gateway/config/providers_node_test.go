package config_test

import (
	"strings"
	"testing"
)

func TestOffIsReadAsYAMLMeansIt(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"true": true, "True": true, "TRUE": true, "false": false, "False": false, "FALSE": false} {
		list, err := load(t, strings.Replace(oneXendit, "url:", "off: "+word+"\n    url:", 1), "KEY_1=xnd_1")
		if err != nil || list[0].Off != want {
			t.Errorf("off: %s is %v, %v", word, list, err)
		}
	}
}

func TestAValueThatMeansSomethingElseIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ old, new, want string }{
		"a null for a name":        {"name: xendit", "name: null", "providers.yaml:2: connections[0].name: has no value"},
		"a null in short":          {"url: https://api.xendit.co", "url: ~", "providers.yaml:4: connections[0].url: has no value"},
		"no day of settlement":     {"QRIS: {}", "QRIS: {settles: 0 working days}", "connections[0].channels.QRIS.settles: must be a duration"},
		"points between thousands": {"QRIS: {}", "QRIS: {cost: {flat: 4.000}}", "connections[0].channels.QRIS.cost.flat: must be rupiah such as 4000"},
		"a number of many digits":  {"QRIS: {}", "QRIS: {cost: {percent: 1e99999999}}", "connections[0].channels.QRIS.cost.percent: must be a number from 0 up"},
		"off in other words":       {"url:", "off: !!bool maybe\n    url:", "connections[0].off: must be true or false"},
		"off as a text":            {"url:", "off: \"true\"\n    url:", "connections[0].off: must be true or false"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := load(t, strings.Replace(oneXendit, c.old, c.new, 1), "KEY_1=xnd_1")
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Count(err.Error(), "PROVIDERS_FILE") != 1 {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}

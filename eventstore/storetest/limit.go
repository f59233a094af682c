package storetest

import (
	"encoding/json"
	"strings"

	"gateway/eventstore"
)

var limits = contract{
	{"as many events as the limit are taken and no more", func(h *harness) {
		events := h.events(eventstore.MaxEventsPerAppend + 1)
		_, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, events)
		h.mustFail(err, eventstore.ErrTooLarge)
		h.append("a", eventstore.NoStream, events[1:])
		h.mustHold("a", events[1:]...)
	}},
	{"as many bytes of data and metadata as the limit are taken and no more", func(h *harness) {
		events := h.events(2)
		sized := func(total int) []eventstore.Proposed {
			rest := total - len(events[0].Data) - len(events[0].Metadata) - len(events[1].Metadata)
			events[1].Data = json.RawMessage(`"` + strings.Repeat("x", rest-2) + `"`)
			return events
		}
		_, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, sized(eventstore.MaxAppendBytes+1))
		h.mustFail(err, eventstore.ErrTooLarge)
		h.append("a", eventstore.NoStream, sized(eventstore.MaxAppendBytes))
		h.mustHold("a", events...)
	}},
	{"a stream's name is as long as the limit and no longer", func(h *harness) {
		longest := strings.Repeat("n", eventstore.MaxStreamName-len(h.prefix))
		_, err := h.store.Append(h.ctx, h.stream(longest+"n"), eventstore.NoStream, h.events(1))
		h.mustFail(err, eventstore.ErrTooLarge)
		events := h.events(1)
		h.append(longest, eventstore.NoStream, events)
		h.mustHold(longest, events...)
	}},
	{"names of streams and types are plain text", func(h *harness) {
		for _, name := range []string{"", "a\x00b", "a\xffb"} {
			if _, err := h.store.Append(h.ctx, name, eventstore.NoStream, h.events(1)); err == nil {
				h.Errorf("a stream named %q was begun", name)
			}
			events := h.events(1)
			events[0].Type = name
			if _, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, events); err == nil {
				h.Errorf("an event of type %q was written", name)
			}
		}
		h.mustHold("a")
	}},
	{"names are told apart by every byte", func(h *harness) {
		for _, name := range []string{"a", "A", "a ", "ä", "a\u0308", "%a", "a'b", `a"b\`} {
			events := h.events(1)
			h.append(name, eventstore.NoStream, events)
			h.mustHold(name, events...)
		}
	}},
	{"data and metadata are kept byte for byte", func(h *harness) {
		const deep = 5_000
		var events []eventstore.Proposed
		for _, data := range []string{
			`{}`, `null`, `""`, ` { "a" :  1 , "a":2 }`, "\t[\r\n1,2 ]\n",
			`{"n":123456789012345678901234567890.10,"e":1E400,"z":-0.0,"m":100.00}`,
			`{"u":"\u00e9\u0000\ud83d\ude00","raw":"é😀  ","lone":"\ud800"}`,
			`{"quote":"\"\\\/\b","brace":"{\"a\",NULL}","pct":"%s $1 ' ''"}`,
			strings.Repeat("[", deep) + strings.Repeat("]", deep),
		} {
			e := h.events(2)
			e[0].Data, e[1].Metadata = json.RawMessage(data), json.RawMessage(data)
			events = append(events, e...)
		}
		before := h.head()
		h.append("a", eventstore.NoStream, events)
		h.mustHold("a", events...)
		h.mustEqual(h.readAll(before, 100), events)
	}},
	{"what is not JSON is refused", func(h *harness) {
		for _, data := range []string{``, `{`, `{}x`, `01`, "\"a\x00b\"", "\"a\xffb\"", `NaN`} {
			events := h.events(1)
			events[0].Data = json.RawMessage(data)
			if _, err := h.store.Append(h.ctx, h.stream("a"), eventstore.NoStream, events); err == nil {
				h.Errorf("%q was written", data)
			}
		}
		h.mustHold("a")
	}},
}

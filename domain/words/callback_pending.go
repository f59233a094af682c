package words

// A callback that will be tried again.
var (
	TriedAgainAt = Text{
		"Callback ini dicoba lagi dengan sendirinya pada %s. Sebelum diterima atau menyerah, callback tidak dapat dikirim dengan tangan: setiap kegagalan menentukan percobaan berikutnya.",
		"This callback is tried again by itself at %s. It can't be sent by hand before it was delivered or given up: each failure sets the time of the next attempt.",
	}
	SentNow = Text{"Callback ini segera dikirim dengan sendirinya.", "This callback is about to be sent by itself."}
)

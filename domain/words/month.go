package words

import "time"

var months = [12]Text{
	{"Januari", "January"}, {"Februari", "February"}, {"Maret", "March"}, {"April", "April"}, {"Mei", "May"}, {"Juni", "June"},
	{"Juli", "July"}, {"Agustus", "August"}, {"September", "September"}, {"Oktober", "October"}, {"November", "November"},
	{"Desember", "December"},
}

// Month is the name of a month.
func Month(m time.Month) Text { return months[m-1] }

// ShortMonth is the name of a month in three letters.
func ShortMonth(m time.Month) Text {
	name := Month(m)
	return Text{name.Indonesian[:3], name.English[:3]}
}

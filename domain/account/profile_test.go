package account

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	update := func(cmd UpdateProfileCmd) decision {
		cmd.At = noon
		return func(s State) ([]domain.Event, error) { return UpdateProfile(s, cmd) }
	}
	with := func(change func(*Profile)) ProfileUpdated {
		p := Profile{Name: "Toko", Email: "toko@example.com"}
		change(&p)
		return ProfileUpdated{ClientID: 7, Profile: p, At: noon}
	}
	changed := func(fields ...string) func(ProfileUpdated) ProfileUpdated {
		return func(e ProfileUpdated) ProfileUpdated { e.Changed = fields; return e }
	}
	all := []string{"nama", "email", "alamat", "pic", "no_telp_pic", "email_pic", "norek", "bank"}
	atBCA := append(approvedClient, with(func(p *Profile) { p.AccountNumber, p.Bank = "1234567890", "BCA" }))
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of nobody", When: update(UpdateProfileCmd{Name: of("")}), Refused: "client_not_found"},
		{Name: "of a pending account, whose key an admin gave it", Given: pendingClient, When: update(UpdateProfileCmd{Name: of("Toko")})},
		{Name: "of a suspended account", Given: suspendedClient, When: update(UpdateProfileCmd{Name: of("")}), Refused: "account_suspended"},
		{Name: "to no name", Given: approvedClient, When: update(UpdateProfileCmd{Name: of(""), Email: of("x")}), Refused: "invalid_field nama"},
		{Name: "to no address", Given: approvedClient, When: update(UpdateProfileCmd{Email: of("x"), ContactName: of(tooLong)}), Refused: "invalid_field email"},
		{Name: "to too long a text", Given: approvedClient, When: update(UpdateProfileCmd{ContactName: of(tooLong), AccountNumber: of("x")}), Refused: "invalid_field pic"},
		{Name: "to a NUL", Given: approvedClient, When: update(UpdateProfileCmd{Address: of("a\x00b")}), Refused: "invalid_field alamat"},
		{Name: "to invalid UTF-8", Given: approvedClient, When: update(UpdateProfileCmd{ContactEmail: of("\xff")}), Refused: "invalid_field email_pic"},
		{Name: "norek not numeric", Given: approvedClient, When: update(UpdateProfileCmd{AccountNumber: of("12a4567890")}), Refused: "invalid_field norek"},
		{Name: "norek not numeric in ASCII", Given: approvedClient, When: update(UpdateProfileCmd{AccountNumber: of("١٢٣")}), Refused: "invalid_field norek"},
		{Name: "norek too short for its bank", Given: approvedClient, When: update(UpdateProfileCmd{AccountNumber: of("123456789"), Bank: of("BCA")}), Refused: "invalid_field norek"},
		{Name: "norek too short for the bank that is there", Given: atBCA, When: update(UpdateProfileCmd{AccountNumber: of("123456789")}), Refused: "invalid_field norek"},
		{Name: "a bank that the norek does not fit", Given: atBCA, When: update(UpdateProfileCmd{Bank: of("BRI")}), Refused: "invalid_field norek"},
		{Name: "nothing", Given: approvedClient, When: update(UpdateProfileCmd{})},
		{Name: "what is there already", Given: approvedClient, When: update(UpdateProfileCmd{Email: of(" Toko@Example.com ")})},
		{
			Name: "one field keeps the others", Given: atBCA, When: update(UpdateProfileCmd{ContactName: of("Budi")}),
			Then: eventsOf(changed("pic")(with(func(p *Profile) { p.AccountNumber, p.Bank, p.ContactName = "1234567890", "BCA", "Budi" }))),
		},
		{Name: "every field", Given: approvedClient, When: update(UpdateProfileCmd{
			Name: of("Warung"), Email: of("Warung@Example.com"), Address: of("Jalan 1\nJakarta"), ContactName: of("Budi"), ContactPhone: of("0812"),
			ContactEmail: of("budi@example.com"), AccountNumber: of("1234567890"), Bank: of("BCA"),
		}), Then: eventsOf(ProfileUpdated{ClientID: 7, At: noon, Changed: all, Profile: Profile{
			Name: "Warung", Email: "warung@example.com", Address: "Jalan 1\nJakarta", ContactName: "Budi", ContactPhone: "0812",
			ContactEmail: "budi@example.com", AccountNumber: "1234567890", Bank: "BCA",
		}})},
	})
}

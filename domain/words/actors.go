package words

// Who caused an event.
var (
	ActorAdmin     = Text{"Admin no. %s", "Administrator no. %s"}
	ActorClient    = Text{"Merchant no. %s (kunci API)", "Client no. %s (API key)"}
	ActorPerson    = Text{"Orang no. %s dari merchant no. %s", "Person no. %s of client no. %s"}
	ActorMachine   = Text{"%s, di mesin", "%s, on the machine"}
	ActorOwnKey    = Text{"Server Anda (kunci API)", "Your server (API key)"}
	ActorOwnPerson = Text{"Orang no. %s", "Person no. %s"}
	ActorProvider  = Text{"Penyedia pembayaran", "The payment provider"}
	ActorStaff     = Text{"Staf gateway", "The gateway's staff"}
	ActorSystem    = Text{"Gateway (%s)", "The gateway (%s)"}
)

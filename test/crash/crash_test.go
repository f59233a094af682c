package crash

import (
	"math/rand/v2"
	"testing"
	"time"

	"gateway/test/installation"
)

func TestMain(m *testing.M) { installation.Main(m) }

func TestNothingIsLostOrDoneTwiceWhenProcessesAreKilled(t *testing.T) {
	in := installation.New(t, installation.Options{})
	gateway, postgres := faults(t, in)
	survive(t, in,
		gateway, gateway, postgres, gateway, gateway, gateway, postgres, gateway)
}

// A cluster of three elects leaders all the time. Its leader is killed, too, so that the others elect another;
// it comes back as a follower.
func TestNothingIsLostOrDoneTwiceOnAClusterOfThree(t *testing.T) {
	in := installation.New(t, installation.Options{Store: installation.EventStoreDBCluster})
	gateway, postgres := faults(t, in)
	c := in.Cluster
	leader := func() {
		i := max(0, c.LeaderIndex())
		c.Node(i).Kill()
		c.Elect((i+1)%len(c.Addrs()), 300*time.Millisecond)
		c.Node(i).Up()
	}
	disconnect := func() {
		for i := range c.Addrs() {
			c.Node(i).Disconnect()
		}
	}
	answers := func() { c.Node(max(0, c.LeaderIndex())).LoseReplies(3) }
	survive(t, in, gateway, leader, postgres, disconnect, leader, answers, gateway, leader)
}

func faults(t *testing.T, in *installation.Installation) (killGateway, killPostgres func()) {
	gateway := in.Instances[0]
	return func() { gateway.Kill(t); gateway.Start(t) }, func() { in.KillPostgres(t) }
}

// survive causes each fault at a random moment under load, and checks the invariants after it.
func survive(t *testing.T, in *installation.Installation, faults ...func()) {
	t.Helper()
	l := in.NewLoad(t, 4)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	moments := rand.New(rand.NewPCG(seed, 0))
	for _, fault := range faults {
		l.During(t, func() {
			<-time.After(200*time.Millisecond + time.Duration(moments.Int64N(int64(800*time.Millisecond))))
			fault()
		})
		in.Instances[0].AwaitReady(t)
		in.Verify(t)
		l.CheckAcknowledged(t)
	}
	l.ReportAmount(t)
}

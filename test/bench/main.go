package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// options are the flags. parse fills in the sizes that are 0.
type options struct {
	only     string
	quick    bool
	dir      string
	json     string
	profiles string
	// pgo is the file for the profile for profile-guided optimisation, which is made of the CPU profiles of this run.
	pgo string
	// statements asks for a list of PostgreSQL's statements beside each profile.
	statements bool
	// growth lists the lengths of the log that the part growth measures, in events.
	growth string

	// longest is the number of movements of the client of the part longest. many is the number of clients of
	// the part many.
	longest, many int

	// flood makes this process one that floods, for the part strangers.
	flood string

	// clients is the number of accounts over which the load is spread.
	clients int
	// movements is the number of payments in each of the two movement loads.
	movements int
	// history is the length of the longest history, in transactions and movements.
	history int
	// span is the duration of each timed load.
	span time.Duration
	// floor is the duration of each run of pgbench.
	floor time.Duration
}

// writeConnections is the number of connections for which the targets of writes are stated.
const writeConnections = 64

// part is a group of figures, with the name that selects it.
type part struct {
	name string
	run  func(context.Context, *bench) error
}

// parts run in this order. Memory at rest comes first, before any load.
var parts = []part{
	{"rest", measureRest},
	{"movements", measureMovements},
	{"confirmed", measureConfirmed},
	{"writes", measureWrites},
	{"requests", measureRequests},
	{"invoices", measureInvoices},
	{"reads", measureReads},
	{"strangers", measureStrangers},
	{"pages", measurePages},
	{"withdrawals", measureWithdrawals},
	{"realtime", measureRealtime},
	{"cluster", measureCluster},
	{"eventstoredb", measureEventStoreDB},
	{"audit", measureAudit},
	{"start", measureStart},
	{"growth", measureGrowth},
	{"longest", measureLongest},
	{"many", measureMany},
	{"rebuild", measureRebuild},
}

// long are the parts that run only on request, because they take long.
var long = []string{"growth", "longest", "many"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o := parse()
	if o.flood != "" {
		if err := runFlood(o.flood); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse() options {
	var o options
	flag.StringVar(&o.only, "only", "", "measure only these parts, comma-separated: "+strings.Join(partNames(), ", "))
	flag.BoolVar(&o.quick, "quick", false, "small sizes and short runs: a look, not a measurement")
	flag.StringVar(&o.dir, "dir", "/var/tmp", "where the database is put and removed; a real disk, not memory")
	flag.StringVar(&o.json, "json", "", "write the figures to this file, too")
	flag.StringVar(&o.growth, "growth", "", "lengths of the log for the part growth (100000,1000000; with time and 15 GB, also 10000000)")
	flag.StringVar(&o.profiles, "profile", "", "put CPU profiles of the gateway under load into this folder")
	flag.StringVar(&o.pgo, "pgo", "", "make this file, the profile for profile-guided optimisation, of the CPU profiles of this run")
	flag.BoolVar(&o.statements, "statements", false, "list PostgreSQL's statements there, too; needs pg_stat_statements, and costs time")
	flag.IntVar(&o.longest, "longest", 1_000_000, "movements of the one client of the part longest, which has a tenth as many payouts (with time and 15 GB: 10000000)")
	flag.IntVar(&o.many, "many", 100_000, "clients of the part many (with time and 10 GB: 1000000)")
	flag.StringVar(&o.flood, "flood", "", "for the part strangers: flood an address")
	flag.IntVar(&o.clients, "clients", 1_000, "accounts that the load is spread over")
	flag.IntVar(&o.movements, "movements", 0, "payments of each movement load (80000, quick 10000)")
	flag.IntVar(&o.history, "history", 0, "length of the longest history (1000000, quick 100000)")
	flag.DurationVar(&o.span, "span", 0, "length of each timed load (8s, quick 2s)")
	flag.DurationVar(&o.floor, "floor", 0, "length of each pgbench (10s, quick 3s)")
	flag.Parse()
	o.fill()
	return o
}

func (o *options) fill() {
	small := options{movements: 10_000, history: 100_000, span: 2 * time.Second, floor: 3 * time.Second}
	full := options{movements: 80_000, history: 1_000_000, span: 8 * time.Second, floor: 10 * time.Second}
	if o.quick {
		full = small
	}
	o.movements, o.history = or(o.movements, full.movements), or(o.history, full.history)
	o.span, o.floor = or(o.span, full.span), or(o.floor, full.floor)
}

func or[T int | time.Duration](v, absent T) T {
	if v <= 0 {
		return absent
	}
	return v
}

func partNames() []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.name
	}
	return names
}

// run measures the wanted parts. If one fails, it still prints the figures so far.
func run(ctx context.Context, o options) (err error) {
	wanted := slices.DeleteFunc(partNames(), func(name string) bool { return slices.Contains(long, name) })
	if o.only != "" {
		wanted = strings.Split(o.only, ",")
	}
	for _, name := range wanted {
		if !slices.Contains(partNames(), name) {
			return fmt.Errorf("there is no part %q, only: %s", name, strings.Join(partNames(), ", "))
		}
	}
	r, err := open(ctx, o)
	if err != nil {
		return err
	}
	defer func() {
		if closing := r.close(); err == nil {
			err = closing
		}
	}()
	for _, p := range parts {
		if !slices.Contains(wanted, p.name) {
			continue
		}
		progress("== %s", p.name)
		if err = p.run(ctx, r); err != nil {
			err = fmt.Errorf("%s: %w", p.name, err)
			break
		}
	}
	r.report.print(os.Stdout)
	if o.json != "" && err == nil {
		err = r.report.write(o.json)
	}
	if o.pgo != "" && err == nil {
		err = mergeProfiles(ctx, r.options.profiles, o.pgo)
	}
	return err
}

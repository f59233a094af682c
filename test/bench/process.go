package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// clockTick is the unit of CPU times in /proc, the same on every Linux we know.
	clockTick = 10 * time.Millisecond
	// tmpfs is the type of a file system that lives in memory (statfs(2)).
	tmpfs = 0x01021994
)

// refuseMemory refuses a folder in memory: fsync costs nothing there, so the floor and every
// ratio to it would mean nothing.
func refuseMemory(dir string) error {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if int64(fs.Type) == tmpfs {
		return fmt.Errorf("%s is in memory: name a folder on a disk with -dir", dir)
	}
	return nil
}

// usage is the CPU time used so far by each of the three, and by the whole machine.
type usage struct{ gateway, postgres, bench, machine time.Duration }

func (r *bench) usage() usage {
	return usage{
		gateway:  processTime(r.gateway.pid()).own + r.logServer.time(),
		postgres: familyTime(r.pg.PID()),
		bench:    processTime(os.Getpid()).own,
		machine:  machineTime(),
	}
}

// since is the time used since before.
func (u usage) since(before usage) usage {
	return usage{
		gateway: u.gateway - before.gateway, postgres: u.postgres - before.postgres,
		bench: u.bench - before.bench, machine: u.machine - before.machine,
	}
}

// total leaves out the time of other processes.
func (u usage) total() time.Duration { return u.gateway + u.postgres + u.bench }

// of prints the shares of the cores' CPU time, and the CPU time per operation for n operations. Other processes
// (and the kernel) lower the rates, but hardly change the CPU times.
func (u usage) of(took time.Duration, cores, n int) string {
	percent := func(d time.Duration) int { return int(100 * d / (took * time.Duration(cores))) }
	each := func(d time.Duration) int64 { return d.Microseconds() / int64(n) }
	return fmt.Sprintf("CPU: gateway %d %% (%d us each), PostgreSQL %d %% (%d us), load %d %% (%d us), others %d %%",
		percent(u.gateway), each(u.gateway), percent(u.postgres), each(u.postgres),
		percent(u.bench), each(u.bench), percent(u.machine-u.total()))
}

// each prints the CPU time per operation of the gateway and of PostgreSQL, for n operations.
func (u usage) each(n int) string {
	return fmt.Sprintf("CPU: gateway %d us, PostgreSQL %d us each",
		u.gateway.Microseconds()/int64(max(1, n)), u.postgres.Microseconds()/int64(max(1, n)))
}

// machineTime is the time that the cores were busy: all columns of /proc/stat but idle, iowait and steal.
func machineTime() (busy time.Duration) {
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(text), "\n")
	const idle, ioWait, steal = 4, 5, 8
	fields := strings.Fields(line)
	for i := 1; i <= steal; i++ { // the columns after it, guests, are already part of user time
		if i == idle || i == ioWait {
			continue
		}
		n, _ := strconv.Atoi(fields[i])
		busy += time.Duration(n) * clockTick
	}
	return busy
}

type cpuTime struct {
	parent        int
	own, children time.Duration
}

// processTime reads /proc/PID/stat. A process that has ended gives 0.
func processTime(pid int) cpuTime {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return cpuTime{}
	}
	// The name, in parentheses, may contain anything, so the fields are counted after it.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	return cpuTime{
		parent:   number(1),
		own:      time.Duration(number(11)+number(12)) * clockTick,
		children: time.Duration(number(13)+number(14)) * clockTick,
	}
}

// familyTime is the time of a process and of its children, running and ended. A child that ends between two
// readings would be in neither, so the readings are repeated until none has ended: pgbench leaves 64 sessions
// that end just when it is measured.
func familyTime(pid int) time.Duration {
	for {
		head := processTime(pid)
		total := head.own + head.children
		stats, _ := filepath.Glob("/proc/[0-9]*")
		for _, dir := range stats {
			child, _ := strconv.Atoi(filepath.Base(dir))
			if t := processTime(child); t.parent == pid {
				total += t.own
			}
		}
		if processTime(pid).children == head.children {
			return total
		}
	}
}

// memoryUse is the memory of the gateway (VmRSS) over a period, in MB.
type memoryUse struct {
	sum, most float64
	samples   int
}

func (m memoryUse) and(o memoryUse) memoryUse {
	return memoryUse{sum: m.sum + o.sum, most: max(m.most, o.most), samples: m.samples + o.samples}
}

func (m memoryUse) mean() float64 { return m.sum / float64(max(1, m.samples)) }

func (m memoryUse) note() string {
	return fmt.Sprintf("the gateway alone: the mean of %d looks, at most %.0f MB", m.samples, m.most)
}

// watchMemory reads the memory of the gateway ten times a second until the returned function is called.
func (r *bench) watchMemory() (end func() (memoryUse, error)) {
	var seen memoryUse
	var failed error
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for failed == nil {
			var mb float64
			mb, failed = resident(r.gateway.pid())
			seen = seen.and(memoryUse{sum: mb, most: mb, samples: 1})
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	}()
	return func() (memoryUse, error) {
		close(stop)
		<-ended
		return seen, failed
	}
}

// resident is the memory of a process in MB (VmRSS).
func resident(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("process %d has no VmRSS", pid)
}

package poll

import (
	"runtime"
	"syscall"
	"time"
)

// Exceeds reports whether something took longer than its limit, stretched by Busy. It costs nothing as long as the limit holds.
func Exceeds(took, limit time.Duration) bool { return took > limit && took > Busy(limit) }

// Busy stretches a limit of time by what other work takes of the machine's processors now. A test that asserts how long something
// takes would otherwise fail because of the tests beside it. On an idle machine the limit stays as it is.
func Busy(limit time.Duration) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const work = 30 * time.Millisecond
	began, used := time.Now(), threadTime()
	for threadTime()-used < work {
		for i := range 1_000_000 {
			_ = i
		}
	}
	return max(limit, time.Duration(float64(limit)*float64(time.Since(began))/float64(work)))
}

// threadTime returns the processor time that this thread has used.
func threadTime() time.Duration {
	const ofThread = 1 // RUSAGE_THREAD
	var usage syscall.Rusage
	if err := syscall.Getrusage(ofThread, &usage); err != nil {
		return time.Duration(time.Now().UnixNano()) // no such count here: the machine counts as idle
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

package localpg

import (
	"net"
	"os"
	"path/filepath"

	embedded "github.com/fergusstrange/embedded-postgres"
)

// download downloads the PostgreSQL programs into dir, from the given repository or, if it is "", from the
// library's. The library can download only by starting a server, so download starts and stops one in a folder
// beside dir. dir appears either complete or not at all.
func download(dir, repository string) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	scratch := dir + ".tmp"
	if err := os.RemoveAll(scratch); err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	programs := filepath.Join(scratch, "programs")
	config := embedded.DefaultConfig().Port(port).Logger(nil).BinariesPath(programs).
		StartParameters(map[string]string{"unix_socket_directories": ""}).
		RuntimePath(filepath.Join(scratch, "run")).DataPath(filepath.Join(scratch, "data"))
	if repository != "" {
		config = config.BinaryRepositoryURL(repository).CachePath(filepath.Join(scratch, "cache"))
	}
	server := embedded.NewDatabase(config)
	if err := server.Start(); err != nil {
		return err
	}
	if err := server.Stop(); err != nil {
		return err
	}
	return os.Rename(programs, dir)
}

func freePort() (uint32, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return uint32(l.Addr().(*net.TCPAddr).Port), nil
}

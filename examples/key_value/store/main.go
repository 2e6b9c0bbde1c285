// A key-value store. Clients send lines, and get a line for each, in order:
//
//	get KEY                              value VALUE | none
//	put KEY VALUE                        ok
//	compare-and-swap KEY EXPECTED VALUE  swapped | conflict VALUE
//	delete KEY                           deleted | none
//
// Keys and values are words. As EXPECTED, and behind `conflict`, `-` says that there is no value.
// What is answered is in the log: a store that is started again has it. The log is not synced to the
// disk, so it outlives the process, not a power cut.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"strings"
)

// Bugs, to see that tests find them.
const (
	casIgnoresExpected = "cas-ignores-expected"
	lostUpdate         = "lost-update"
	staleRead          = "stale-read"
	forgetsOnRestart   = "forgets-on-restart"
)

var bugs = []string{casIgnoresExpected, lostUpdate, staleRead, forgetsOnRestart}

func isBug(name string) bool {
	for _, bug := range bugs {
		if name == bug {
			return true
		}
	}
	return false
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("kv_store: ")
	port := flag.Int("port", 0, "where it listens")
	path := flag.String("log", "", "file that it keeps the values in; made if it is not there")
	bug := flag.String("with-bug", "", "one of "+strings.Join(bugs, ", "))
	flag.Parse()
	if *port == 0 || *path == "" || flag.NArg() > 0 {
		log.Fatal("it takes --port and --log, and maybe --with-bug; --help explains them")
	}
	if *bug != "" && !isBug(*bug) {
		log.Fatalf("there is no bug %s, only %s", *bug, strings.Join(bugs, ", "))
	}
	store, err := OpenStore(*path, *bug)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening at %v", listener.Addr())
	log.Fatal(Serve(listener, store, *bug))
}

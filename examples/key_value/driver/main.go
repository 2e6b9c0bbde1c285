// The driver of the key-value store: does what a test case asks for, and reports what the store
// answers. It speaks the driver protocol (docs/drivers.md) over gRPC.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"

	protocol "cpngen/driver" // what protoc makes of driver.proto
	"google.golang.org/grpc"
)

type service struct {
	protocol.UnimplementedDriverServer
	over chan struct{}
}

// Run is the whole conversation: the adapter opens one stream. When it hangs up, Recv fails, and the
// driver ends.
func (s *service) Run(stream protocol.Driver_RunServer) error {
	defer close(s.over)
	session := &session{stream: stream, clients: map[string]*connection{}}
	defer session.disconnect()
	for {
		message, err := stream.Recv()
		if err != nil {
			return nil
		}
		session.handle(message)
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("kv_driver: ")
	port := flag.Int("port", 0, "where it serves the adapter")
	flag.Parse()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	driver := &service{over: make(chan struct{})}
	server := grpc.NewServer()
	protocol.RegisterDriverServer(server, driver)
	go func() {
		<-driver.over
		server.Stop()
	}()
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}

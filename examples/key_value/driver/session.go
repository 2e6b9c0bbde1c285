package main

import (
	"fmt"
	"log"
	"sync"

	protocol "cpngen/driver"
)

// A session is the conversation with the adapter. Its messages are handled one after the other; the
// store's answers are reported when they come, on other goroutines.
type session struct {
	stream  protocol.Driver_RunServer
	sending sync.Mutex // a stream takes one Send at a time

	address string                 // of the store
	prefix  string                 // of the keys: no other case has these
	clients map[string]*connection // by client
	pending sync.WaitGroup         // stimuli that the store has not answered
}

func (s *session) handle(message *protocol.ToDriver) {
	switch m := message.Message.(type) {
	case *protocol.ToDriver_Hello:
		ready := &protocol.Ready{Version: 1, Driver: "key-value driver"}
		s.send(&protocol.FromDriver{Message: &protocol.FromDriver_Ready{Ready: ready}})
	case *protocol.ToDriver_BeginCase:
		s.address = m.BeginCase.Addresses["store"]
		s.prefix = fmt.Sprintf("case%d.key", m.BeginCase.Id)
		s.answer(m.BeginCase.Id, nil)
	case *protocol.ToDriver_Stimulus:
		s.answer(m.Stimulus.Id, s.do(m.Stimulus))
	case *protocol.ToDriver_Fault:
		s.awaitEnds() // the only fault is that the store is killed, and started again
		s.answer(m.Fault.Id, nil)
	case *protocol.ToDriver_EndCase:
		s.awaitAnswers()
		s.answer(m.EndCase.Id, nil)
	}
}

func (s *session) do(stimulus *protocol.Stimulus) error {
	line, err := lineOf(stimulus, s.prefix)
	if err != nil {
		return err
	}
	client := stimulus.GetFields().GetFields()["client"].GetStringValue()
	if s.clients[client] == nil {
		report := func(stimulus int32, answer string) { s.report(client, stimulus, answer) }
		if s.clients[client], err = connect(s.address, report); err != nil {
			delete(s.clients, client)
			return err
		}
	}
	s.pending.Add(1)
	if err = s.clients[client].ask(stimulus.Id, line); err != nil {
		s.pending.Done()
	}
	return err
}

func (s *session) report(client string, stimulus int32, answer string) {
	event, err := eventOf(client, answer)
	if err != nil {
		s.answer(stimulus, err)
	} else {
		event.Answers = stimulus
		s.send(&protocol.FromDriver{Message: &protocol.FromDriver_Event{Event: event}})
	}
	if stimulus != 0 {
		s.pending.Done()
	}
}

// awaitAnswers waits until everything that was asked for is reported.
func (s *session) awaitAnswers() {
	answered := make(chan struct{})
	go func() {
		s.pending.Wait()
		close(answered)
	}()
	s.await(answered)
}

// awaitEnds waits until every client has seen that the store is gone, and reported what is lost.
func (s *session) awaitEnds() {
	for client, connection := range s.clients {
		s.await(connection.ended)
		delete(s.clients, client)
	}
}

// await returns when the channel is closed, or the adapter has hung up.
func (s *session) await(closed <-chan struct{}) {
	select {
	case <-closed:
	case <-s.stream.Context().Done():
	}
}

// disconnect ends all connections; after it nothing is sent to the adapter.
func (s *session) disconnect() {
	for _, connection := range s.clients {
		connection.socket.Close()
		<-connection.ended
	}
}

// answer says that the message of that id is done, or why it cannot be.
func (s *session) answer(id int32, err error) {
	if err == nil {
		s.send(&protocol.FromDriver{Message: &protocol.FromDriver_Done{Done: &protocol.Done{Id: id}}})
		return
	}
	problem := &protocol.Error{Id: id, Message: err.Error()}
	s.send(&protocol.FromDriver{Message: &protocol.FromDriver_Error{Error: problem}})
}

func (s *session) send(message *protocol.FromDriver) {
	s.sending.Lock()
	defer s.sending.Unlock()
	if err := s.stream.Send(message); err != nil {
		log.Printf("the adapter does not take %v: %v", message, err)
	}
}

package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
)

// Serve answers every client that connects, each on a goroutine of its own; it returns when the
// listener fails.
func Serve(listener net.Listener, store *Store, bug string) error {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		go answerAll(connection, &session{store: store, bug: bug, read: map[string]string{}})
	}
}

func answerAll(connection net.Conn, session *session) {
	defer connection.Close()
	lines := bufio.NewScanner(connection)
	for lines.Scan() {
		if _, err := fmt.Fprintln(connection, session.answer(strings.Fields(lines.Text()))); err != nil {
			return
		}
	}
}

// A session is what one connection asks for.
type session struct {
	store *Store
	bug   string
	read  map[string]string // what bug stale-read remembers
}

func (s *session) answer(words []string) string {
	operation := ""
	if len(words) > 0 {
		operation = words[0]
	}
	switch {
	case operation == "get" && len(words) == 2:
		return found(s.get(words[1]))
	case operation == "put" && len(words) == 3:
		return ifNot(s.store.Put(words[1], words[2]), "ok")
	case operation == "compare-and-swap" && len(words) == 4:
		return s.compareAndSwap(words[1], words[2], words[3])
	case operation == "delete" && len(words) == 2:
		was, err := s.store.Delete(words[1])
		if was == "" {
			return "none"
		}
		return ifNot(err, "deleted")
	}
	return "error: no such operation: " + strings.Join(words, " ")
}

func (s *session) get(key string) string {
	if s.bug != staleRead {
		return s.store.Get(key)
	}
	if _, known := s.read[key]; !known {
		s.read[key] = s.store.Get(key)
	}
	return s.read[key]
}

func (s *session) compareAndSwap(key, expected, value string) string {
	if expected == "-" {
		expected = ""
	}
	was, err := s.store.CompareAndSwap(key, expected, value)
	if was == expected {
		return ifNot(err, "swapped")
	}
	if was == "" {
		was = "-"
	}
	return "conflict " + was
}

func found(value string) string {
	if value == "" {
		return "none"
	}
	return "value " + value
}

func ifNot(err error, answer string) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return answer
}

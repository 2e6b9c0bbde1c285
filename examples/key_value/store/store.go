package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// How long bug lost-update takes between its check and its write.
const pause = 200 * time.Millisecond

// Store has the values by key, in memory and in a log. No value is "", which stands for none. Safe for
// concurrent use.
type Store struct {
	bug    string
	mutex  sync.Mutex
	values map[string]string
	log    *os.File
}

// OpenStore reads the log at the path, or makes one.
func OpenStore(path, bug string) (*Store, error) {
	log, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	store := &Store{bug: bug, values: map[string]string{}, log: log}
	if bug == forgetsOnRestart {
		return store, nil
	}
	return store, store.replay(path)
}

// replay does what the log says. A last line without an end was being written when the process ended:
// nobody was told of it, and it is cut off.
func (s *Store) replay(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	whole := content[:bytes.LastIndexByte(content, '\n')+1]
	for number, line := range strings.Split(strings.TrimSuffix(string(whole), "\n"), "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case len(words) == 3 && words[0] == "put":
			s.values[words[1]] = words[2]
		case len(words) == 2 && words[0] == "delete":
			delete(s.values, words[1])
		default:
			return fmt.Errorf("%s:%d: neither `put KEY VALUE` nor `delete KEY`: %s", path, number+1, line)
		}
	}
	return s.log.Truncate(int64(len(whole)))
}

// Get returns the key's value, or "".
func (s *Store) Get(key string) string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.values[key]
}

// Put sets the key's value.
func (s *Store) Put(key, value string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.set(key, value)
}

// CompareAndSwap sets the key's value if it is the expected one, and returns what it was.
func (s *Store) CompareAndSwap(key, expected, value string) (was string, err error) {
	if s.bug == lostUpdate {
		return s.checkThenPut(key, expected, value)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	was = s.values[key]
	if s.bug == casIgnoresExpected {
		was = expected
	}
	if was != expected {
		return was, nil
	}
	return was, s.set(key, value)
}

// checkThenPut is CompareAndSwap in two steps: another client may write between them.
func (s *Store) checkThenPut(key, expected, value string) (was string, err error) {
	was = s.Get(key)
	if was != expected {
		return was, nil
	}
	time.Sleep(pause)
	return was, s.Put(key, value)
}

// Delete takes the key's value away, and returns what it was.
func (s *Store) Delete(key string) (was string, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	was = s.values[key]
	if was == "" {
		return "", nil
	}
	return was, s.set(key, "")
}

// set writes to the log first: what anybody was told of is there.
func (s *Store) set(key, value string) error {
	line := "put " + key + " " + value + "\n"
	if value == "" {
		line = "delete " + key + "\n"
	}
	if _, err := s.log.WriteString(line); err != nil {
		return err
	}
	if value == "" {
		delete(s.values, key)
	} else {
		s.values[key] = value
	}
	return nil
}

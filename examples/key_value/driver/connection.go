package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"sync"
)

// In place of an answer: the connection ended first, and nobody knows whether the store did it.
const lost = "lost"

// A connection is one client's. Operations are sent at once; a goroutine reads their answers and calls
// report with each, so that no client waits for another. Safe for concurrent use.
type connection struct {
	socket net.Conn
	report func(stimulus int32, answer string)
	ended  chan struct{} // closed when there will be no more reports

	mutex    sync.Mutex
	isOver   bool
	awaiting []int32 // the stimuli that are not answered, in order
}

func connect(address string, report func(stimulus int32, answer string)) (*connection, error) {
	socket, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &connection{socket: socket, report: report, ended: make(chan struct{})}
	go c.readAnswers()
	return c, nil
}

// ask sends a line to the store. What it is answered, report will say.
func (c *connection) ask(stimulus int32, line string) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.isOver {
		return errors.New("the store has closed the connection")
	}
	c.awaiting = append(c.awaiting, stimulus)
	// Without an error to look at: if it cannot be sent, reading ends, too.
	fmt.Fprintln(c.socket, line)
	return nil
}

func (c *connection) readAnswers() {
	defer close(c.ended)
	lines := bufio.NewScanner(c.socket)
	for lines.Scan() {
		c.report(c.next(), lines.Text())
	}
	c.mutex.Lock()
	c.isOver = true
	c.mutex.Unlock()
	for _, stimulus := range c.awaiting {
		c.report(stimulus, lost)
	}
}

// next returns the stimulus that the next answer is for, 0 if none is awaited.
func (c *connection) next() int32 {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.awaiting) == 0 {
		return 0
	}
	stimulus := c.awaiting[0]
	c.awaiting = c.awaiting[1:]
	return stimulus
}

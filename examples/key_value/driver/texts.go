package main

import (
	"fmt"
	"strings"

	protocol "cpngen/driver"
	"google.golang.org/protobuf/types/known/structpb"
)

// lineOf is what a client sends to the store for a stimulus. Keys get the prefix.
func lineOf(stimulus *protocol.Stimulus, prefix string) (string, error) {
	text := func(field string) string {
		// Fields of stimuli are texts, numbers, too.
		return stimulus.GetFields().GetFields()[field].GetStringValue()
	}
	key := prefix + text("key")
	switch stimulus.GetName() {
	case "Get":
		return "get " + key, nil
	case "Put":
		return fmt.Sprintf("put %s %s", key, text("value")), nil
	case "CompareAndSwap":
		expected := text("expected")
		if expected == "none" {
			expected = "-"
		}
		return fmt.Sprintf("compare-and-swap %s %s %s", key, expected, text("value")), nil
	case "Delete":
		return "delete " + key, nil
	}
	return "", fmt.Errorf("the stimuli are Get, Put, CompareAndSwap and Delete, not %s", stimulus.GetName())
}

// eventOf is what the store's answer to a client is in the model.
func eventOf(client, answer string) (*protocol.Event, error) {
	names := map[string]string{
		lost: "Lost", "value": "Found", "none": "NotFound", "ok": "Stored", "swapped": "Swapped",
		"conflict": "Conflict", "deleted": "Deleted",
	}
	kind, value, hasValue := strings.Cut(answer, " ")
	name, known := names[kind]
	if !known {
		return nil, fmt.Errorf("the store answered %q to client %s", answer, client)
	}
	fields := map[string]interface{}{"client": client}
	if hasValue {
		fields["value"] = strings.Replace(value, "-", "none", 1)
	}
	content, err := structpb.NewStruct(fields)
	return &protocol.Event{Name: name, Fields: content, Source: "store"}, err
}

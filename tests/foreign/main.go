// Checks what roundbook hands out with Go's own packages for notes and transparency logs.
//
// Usage: verify FOLDER        0 accepted, 9 rejected, anything else: it could not be asked
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func rejected(err error) {
	if err != nil {
		fmt.Println("rejected:", err)
		os.Exit(9)
	}
}

func read(name string) string {
	data, err := os.ReadFile(filepath.Join(os.Args[1], name))
	if err != nil {
		panic(err)
	}
	return string(data)
}

// head opens a signed note with the one key that is known, and reads the tree that it is about.
func head(text string, keys note.Verifiers) (int64, tlog.Hash) {
	opened, err := note.Open([]byte(text), keys)
	rejected(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	rejected(err)
	root, err := tlog.ParseHash(lines[2])
	rejected(err)
	return size, root
}

func hashes(lines []string) []tlog.Hash {
	var found []tlog.Hash
	for _, line := range lines {
		data, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(data) != tlog.HashSize {
			panic(line)
		}
		var hash tlog.Hash
		copy(hash[:], data)
		found = append(found, hash)
	}
	return found
}

func main() {
	key, err := note.NewVerifier(strings.TrimSpace(read("vkey")))
	rejected(err)
	keys := note.VerifierList(key)

	parts := strings.SplitN(read("entry.tlog-proof"), "\n\n", 2)
	above := strings.Split(parts[0], "\n")
	size, root := head(parts[1], keys)
	index, err := strconv.ParseInt(strings.TrimPrefix(above[1], "index "), 10, 64)
	rejected(err)
	if index >= size {
		rejected(fmt.Errorf("no leaf %d in a tree of %d", index, size))
	}
	leaf := tlog.RecordHash([]byte(read("entry.line")))
	rejected(tlog.CheckRecord(hashes(above[2:]), size, root, index, leaf))

	fmt.Println("accepted: entry", index+1, "of", size)

	if _, err := os.Stat(filepath.Join(os.Args[1], "older")); err == nil {
		older, before := head(read("older"), keys)
		size, root = head(read("checkpoint"), keys)
		path := strings.Fields(read("consistency"))
		rejected(tlog.CheckTree(hashes(path), size, root, older, before))
		fmt.Println("accepted:", size, "lines begin with the", older, "older ones")
	}
}

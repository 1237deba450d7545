package console

import (
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// TokenVariable holds the token where no flag does.
const TokenVariable = "BLINDSIGHT_TOKEN"

// ReadToken returns the token that --token, --token-file or the variable name, "" for none.
func ReadToken(cmd *cobra.Command, token, file string) (string, error) {
	if err := Exclusive(cmd, "token", "token-file"); err != nil {
		return "", err
	}
	switch {
	case token != "":
		return token, nil
	case file == "":
		return os.Getenv(TokenVariable), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("--token-file: %w", err)
	}
	token = strings.TrimSpace(string(data))
	if token == "" {
		return "", fmt.Errorf("--token-file %s: it is empty", file)
	}
	return token, nil
}

// OwnAddresses returns the addresses by which others may reach this machine, else its name.
func OwnAddresses() []string {
	var found []string
	all, _ := net.InterfaceAddrs() // without any there is the name
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			found = append(found, n.IP.String())
		}
	}
	if len(found) > 0 {
		return found
	}
	return []string{HostName()}
}

// HostName returns the name of this machine.
func HostName() string {
	host, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return host
}

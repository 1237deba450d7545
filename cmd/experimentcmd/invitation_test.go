package experimentcmd

import (
	"slices"
	"strings"
	"testing"

	"blindsight/cmd/console"
)

func TestInvitation(t *testing.T) {
	t.Setenv(console.TokenVariable, "")
	for _, c := range []struct {
		name string
		q    runQueue
		want []string
	}{
		{"nothing", runQueue{}, []string{"workers join with: blindsight worker --connect nats://127.0.0.1:4222"}},
		{"token", runQueue{queueFlags: queueFlags{token: "it's"}}, []string{`workers join with: blindsight worker --connect nats://127.0.0.1:4222 --token 'it'\''s'`}},
		{"file", runQueue{queueFlags: queueFlags{tokenFile: "my token"}}, []string{
			"workers join with: blindsight worker --connect nats://127.0.0.1:4222 --token-file 'my token'",
			"copy my token there, or put the token that it holds into BLINDSIGHT_TOKEN",
		}},
		{"keys and TLS", runQueue{nkeys: "keys.txt", queueFlags: queueFlags{cert: "server.pem", key: "server.key"}}, []string{
			"workers join with: blindsight worker --connect nats://127.0.0.1:4222 --nkey FILE --tls-ca ca.pem",
			"FILE holds the secret half of a key in keys.txt, see 'blindsight experiment key'",
			"ca.pem is the certificate of the authority behind server.pem, or that file itself if it is its own",
		}},
	} {
		if got := c.q.invitation("nats://127.0.0.1:4222"); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	t.Setenv(console.TokenVariable, "secret")
	got := (&runQueue{}).invitation("nats://127.0.0.1:4222")
	if len(got) != 2 || strings.Contains(strings.Join(got, ""), "secret") || !strings.Contains(got[1], "put the same token into "+console.TokenVariable) {
		t.Errorf("token in the environment: %q", got)
	}
}

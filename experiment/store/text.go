package store

import (
	"bufio"
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// textHead is the first line of a record as text: what it is, and its tables.
type textHead struct {
	Record string   `json:"record"` // the format
	Tables []string `json:"tables"`
}

// textEnd is the last line: how many rows there are.
type textEnd struct {
	Rows *int `json:"rows"`
}

// textTable is a table of records, and what makes it, if no table before it does.
type textTable struct{ name, schema string }

// textTables are all of them, in the order in which they are written; commonSchema makes the first two.
var textTables = []textTable{
	{"meta", ""},
	{"sittings", ""},
	{"cells", gamesSchema},
	{"games", ""},
	{"jobs", ""},
	{"workers", ""},
	{"opposed", opposedSchema},
	{"measures", measuresSchema},
	{"pieces", piecesSchema},
}

// movesColumn is what most of a record of games consists of, and no report reads.
const movesColumn = "actions"

// rowsAtOnce is how many rows are read or written before somebody may stop it.
const rowsAtOnce = 100

// longestRow is the greatest length of a line: far more than any row has.
const longestRow = 64 << 20

// Export writes a record as text, as it is at this moment: a line of JSON that says so, then one for every row of every
// table, an object with the name of the table and the columns by their names, and at last how many these were. With moves
// false those of games are left away; all else is there, but that bytes which are no UTF-8 become U+FFFD. [Import] makes a record of it again.
func Export(ctx context.Context, path string, to io.Writer, moves bool) error {
	f := &file{path: path}
	if err := f.openToRead(); err != nil {
		return errors.Join(err, f.close())
	}
	defer f.close()
	if err := f.recordID(); err != nil {
		return err
	}
	var found string
	if err := f.query(&found, "SELECT value FROM meta WHERE key = 'format'"); err != nil {
		return err
	}
	if found != format {
		return &Error{path, ErrOther, fmt.Sprintf("its format is %s, this program reads %s", found, format)}
	}
	head := textHead{Record: format}
	for _, t := range textTables {
		there := false
		if err := f.query(&there, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", t.name); err != nil {
			return err
		}
		if there {
			head.Tables = append(head.Tables, t.name)
		}
	}
	out := bufio.NewWriter(to)
	lines := json.NewEncoder(out)
	if err := lines.Encode(head); err != nil {
		return err
	}
	rows := 0
	for _, table := range head.Tables {
		n, err := f.exportTable(ctx, table, out, moves)
		if err != nil {
			return err
		}
		rows += n
	}
	if err := lines.Encode(textEnd{&rows}); err != nil {
		return err
	}
	return out.Flush()
}

// exportTable writes the rows of a table, and returns how many there are.
func (f *file) exportTable(ctx context.Context, table string, out *bufio.Writer, moves bool) (n int, err error) {
	columns, err := f.columns(table)
	if err != nil {
		return 0, err
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	var line bytes.Buffer
	err = f.rows("SELECT "+strings.Join(names, ", ")+" FROM "+table, nil, func(scan func(...any) error) error {
		if n++; n%rowsAtOnce == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := scan(places...); err != nil {
			return err
		}
		line.Reset()
		fmt.Fprintf(&line, `{"table":%q`, table)
		for i, name := range names {
			if name == movesColumn && !moves {
				values[i] = ""
			}
			value, err := json.Marshal(values[i])
			if err != nil {
				return err
			}
			fmt.Fprintf(&line, ",%q:%s", name, value)
		}
		line.WriteString("}\n")
		_, err := out.Write(line.Bytes())
		return err
	})
	return n, err
}

// column is one of a table, with its type as the table declares it.
type column struct{ name, kind string }

// columns returns those of a table.
func (f *file) columns(table string) (list []column, err error) {
	err = f.rows("SELECT name, type FROM pragma_table_info(?)", []any{table}, func(scan func(...any) error) error {
		var c column
		err := scan(&c.name, &c.kind)
		list = append(list, c)
		return err
	})
	return list, err
}

// Import makes the record at path of text that [Export] wrote, all of it or nothing; a file that is there is left alone. Name says where the text
// comes from. The run goes on with it as if it had never been elsewhere.
func Import(ctx context.Context, from io.Reader, name, path string) error {
	for _, end := range []string{"", "-wal", "-journal"} { // what a run has left that was killed belongs to its record
		switch _, err := os.Lstat(path + end); {
		case err == nil:
			return &Error{path, ErrPath, path + end + " is there already, and is left alone: name another file"}
		case !errors.Is(err, fs.ErrNotExist):
			return &Error{path, ErrPath, err.Error()}
		}
	}
	f := &file{path: path}
	if err := f.openToWrite(); err != nil {
		return errors.Join(err, f.close())
	}
	if empty, err := f.empty(); err != nil || !empty { // made meanwhile
		return errors.Join(&Error{path, ErrPath, "it is there already, and is left alone: name another file"}, err, f.close())
	}
	if err := errors.Join(f.importText(ctx, from, name), f.close()); err != nil {
		for _, end := range []string{"", "-wal", "-shm", "-journal"} {
			_ = os.Remove(path + end) // it was ours
		}
		return err
	}
	return nil
}

// importText reads all lines, in one transaction.
func (f *file) importText(ctx context.Context, from io.Reader, name string) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longestRow)
	head := textHead{}
	if !lines.Scan() && lines.Err() != nil {
		return wrong(name, 1, "%v", lines.Err())
	}
	if json.Unmarshal(lines.Bytes(), &head) != nil || head.Record == "" {
		return wrong(name, 1, "this is not a record as 'experiment export' writes it")
	}
	if head.Record != format {
		return wrong(name, 1, "its format is %s, this program reads %s", head.Record, format)
	}
	schema := ""
	for _, t := range textTables {
		if slices.Contains(head.Tables, t.name) {
			schema += t.schema
		}
	}
	return f.begin(schema, nil, func() error {
		rows := importer{file: f, known: make(map[string][]column), inserts: make(map[string]*statement)}
		err := rows.all(ctx, lines, name)
		for _, st := range rows.inserts {
			err = errors.Join(err, st.close())
		}
		if err != nil {
			return err
		}
		if err := f.readable(); err != nil {
			return wrong(name, 0, "it makes no record: %v", err)
		}
		return nil
	})
}

// readable reports what a run or a report could not read.
func (f *file) readable() error {
	var pieces bool
	if err := f.query(&pieces, "SELECT count(*) FROM meta WHERE key = 'work'"); err != nil {
		return err
	}
	if pieces {
		return (&Work{file: file{path: f.path, conn: f.conn}}).load()
	}
	s := &Store{file: file{path: f.path, conn: f.conn}}
	if err := s.readInfo(); err != nil {
		return err
	}
	_, err := s.Tallies()
	return err
}

// importer inserts rows.
type importer struct {
	*file
	known   map[string][]column   // of tables that were seen
	inserts map[string]*statement // by table and columns
}

// all inserts the rows of lines, up to the one that says how many there are.
func (m *importer) all(ctx context.Context, lines *bufio.Scanner, name string) error {
	said := -1
	n := 1
	for lines.Scan() {
		n++
		switch {
		case n%rowsAtOnce == 0 && ctx.Err() != nil:
			return ctx.Err()
		case said >= 0 && len(bytes.TrimSpace(lines.Bytes())) > 0:
			return wrong(name, n, "something follows the end of the record: one record a file")
		case said >= 0:
			continue
		}
		var row map[string]json.RawMessage
		err := json.Unmarshal(lines.Bytes(), &row)
		if count, ok := row["rows"]; ok && len(row) == 1 && err == nil {
			if err = json.Unmarshal(count, &said); err == nil && said != n-2 {
				err = fmt.Errorf("the record has %d rows, and there are %d: take a whole one", said, n-2)
			}
		} else if err == nil {
			err = m.add(row)
		}
		if err != nil {
			return wrong(name, n, "%v", err)
		}
	}
	switch {
	case errors.Is(lines.Err(), bufio.ErrTooLong):
		return wrong(name, n+1, "it is longer than %d MiB", longestRow>>20)
	case lines.Err() != nil:
		return wrong(name, n+1, "%v", lines.Err())
	case said < 0:
		return wrong(name, n, "it ends before all of the record was said: take a whole one")
	}
	return nil
}

// add inserts a row.
func (m *importer) add(row map[string]json.RawMessage) error {
	var table string
	if err := json.Unmarshal(row["table"], &table); err != nil || !slices.ContainsFunc(textTables, func(t textTable) bool { return t.name == table }) {
		return fmt.Errorf("table %s: no table of a record", row["table"])
	}
	list, ok := m.known[table]
	if !ok {
		var err error
		if list, err = m.columns(table); err != nil {
			return err
		}
		if len(list) == 0 {
			return fmt.Errorf("table %s: the first line does not name it", table)
		}
		m.known[table] = list
	}
	var names []string
	var values []driver.Value
	for _, c := range list {
		data, ok := row[c.name]
		if !ok {
			continue // records from before there was such a one
		}
		value, err := c.read(data)
		if err != nil {
			return fmt.Errorf("%s of table %s: %w", c.name, table, err)
		}
		names, values = append(names, c.name), append(values, value)
	}
	if len(names) != len(row)-1 {
		return fmt.Errorf("a row of table %s has a column that this program does not know", table)
	}
	text := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") VALUES (?" + strings.Repeat(",?", max(0, len(names)-1)) + ")"
	insert, ok := m.inserts[text]
	if !ok {
		var err error
		if insert, err = m.statement(text); err != nil {
			return err
		}
		m.inserts[text] = insert
	}
	_, err := insert.exec(values...)
	return err
}

// read reads a value of the column.
func (c column) read(data json.RawMessage) (driver.Value, error) {
	if string(data) == "null" {
		return nil, errors.New("null: want a value")
	}
	var err error
	switch c.kind {
	case "INTEGER":
		var n int64
		err = json.Unmarshal(data, &n)
		return n, err
	case "REAL":
		var x float64
		err = json.Unmarshal(data, &x)
		return x, err
	default:
		var s string
		err = json.Unmarshal(data, &s)
		return s, err
	}
}

// wrong says what is wrong with text, and in which line, counted from 1; 0 is the whole.
func wrong(name string, line int, text string, args ...any) error {
	text = fmt.Sprintf(text, args...)
	if line > 0 {
		text = fmt.Sprintf("line %d: %s", line, text)
	}
	return &Error{name, ErrCorrupt, text}
}

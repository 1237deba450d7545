package store

import (
	"bufio"
	"bytes"
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

// textTables are the tables of records, in the order in which they are written, and what makes them.
var textTables = []struct{ name, schema string }{
	{"meta", ""},
	{"sittings", ""}, // commonSchema
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

// longestRow is the greatest length of a line: far more than any row has.
const longestRow = 64 << 20

// Export writes a record as text, as it is at this moment: a line of JSON that says so, then one for every row of every
// table, an object with the name of the table and the columns by their names, and at last how many these were. With moves
// false those of games are left away; all else is there. [Import] makes a record of it again.
func Export(path string, to io.Writer, moves bool) error {
	f := &file{path: path}
	if err := f.openToRead(); err != nil {
		return errors.Join(err, f.close())
	}
	defer f.close()
	if err := f.recordID(); err != nil {
		return err
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
	lines.SetEscapeHTML(false)
	if err := lines.Encode(head); err != nil {
		return err
	}
	rows := 0
	for _, table := range head.Tables {
		n, err := f.exportTable(table, out, moves)
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
func (f *file) exportTable(table string, out *bufio.Writer, moves bool) (n int, err error) {
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
		n++
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
func Import(from io.Reader, name, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return &Error{path, ErrPath, "it is there already, and is left alone: name another file"}
	}
	part := path + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // of a run that was killed
	}
	err := importInto(part, from, name)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		for _, end := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(part + end)
		}
	}
	return err
}

// importInto makes a record, and reads it as a run and a report would.
func importInto(path string, from io.Reader, name string) error {
	f := &file{path: path}
	err := f.openToWrite()
	if err == nil {
		err = f.importText(from, name)
	}
	if err = errors.Join(err, f.close()); err != nil {
		return err
	}
	reader := &file{path: path}
	if err := reader.openToRead(); err != nil {
		return err
	}
	pieces := false
	err = reader.query(&pieces, "SELECT count(*) FROM meta WHERE key = 'work'")
	if err = errors.Join(err, reader.close()); err != nil {
		return err
	}
	if pieces {
		w, err := ReadWork(path)
		if err != nil {
			return wrong(name, 0, "it makes no record: %v", err)
		}
		return w.Close()
	}
	s, err := OpenReader(path)
	if err != nil {
		return wrong(name, 0, "it makes no record: %v", err)
	}
	return s.Close()
}

// importText reads all lines, in one transaction.
func (f *file) importText(from io.Reader, name string) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longestRow)
	head := textHead{}
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &head) != nil || head.Record == "" {
		return errors.Join(lines.Err(), wrong(name, 1, "this is not a record as 'experiment export' writes it"))
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
	n := 1
	return f.begin(schema, nil, func() error {
		rows := importer{file: f, columns: make(map[string][]column)}
		end := textEnd{}
		for lines.Scan() && end.Rows == nil {
			n++
			if err := json.Unmarshal(lines.Bytes(), &end); err != nil {
				return wrong(name, n, "%v", err)
			}
			if end.Rows != nil {
				continue
			}
			if err := rows.add(lines.Bytes()); err != nil {
				return wrong(name, n, "%v", err)
			}
		}
		switch {
		case lines.Err() != nil:
			return wrong(name, n+1, "%v", lines.Err())
		case end.Rows == nil || *end.Rows != n-2:
			return wrong(name, n, "it ends before all of the record was said: take a whole one")
		}
		return nil
	})
}

// importer inserts rows.
type importer struct {
	*file
	columns map[string][]column // of tables that were seen
}

// add inserts the row of a line.
func (m *importer) add(line []byte) error {
	var row map[string]json.RawMessage
	if err := json.Unmarshal(line, &row); err != nil {
		return err
	}
	var table string
	if err := json.Unmarshal(row["table"], &table); err != nil || !slices.ContainsFunc(textTables, func(t struct{ name, schema string }) bool { return t.name == table }) {
		return fmt.Errorf("table %s: no table of a record", row["table"])
	}
	columns, ok := m.columns[table]
	if !ok {
		var err error
		if columns, err = m.file.columns(table); err != nil {
			return err
		}
		if len(columns) == 0 {
			return fmt.Errorf("table %s: the first line does not name it", table)
		}
		m.columns[table] = columns
	}
	var names []string
	var values []any
	for _, c := range columns {
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
	return m.exec("INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES (?"+strings.Repeat(",?", len(names)-1)+")", values...)
}

// read reads a value of the column.
func (c column) read(data json.RawMessage) (any, error) {
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

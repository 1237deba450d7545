package counting

// NewScaled returns a counter that scales its numbers already from so many unknowns
// on, as it does on boards of thousands of cells.
func NewScaled(unknowns int) *Counter { return &Counter{wideFrom: unknowns} }

// Kept returns how many components a counter keeps.
func (c *Counter) Kept() int { return c.store.kept }

// Built returns how many components a counter has counted since it was made.
func (c *Counter) Built() int { return c.store.built }

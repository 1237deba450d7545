package kriegspielers

// evaluation is that of foresight, as yet the frozen one.
var evaluation = frozen

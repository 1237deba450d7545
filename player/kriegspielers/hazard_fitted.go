package kriegspielers

// hazardLoss are the losses of [hazardOf], in pawns.
var hazardLoss = [hazards]float64{}

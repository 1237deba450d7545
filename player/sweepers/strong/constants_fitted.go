package strong

// constants are those in use, as they were set by hand from the measurements of studies/mines-strength/LOG.md.
var constants = Constants{
	Candidates: 16, Loose: 8, Window: 0.86,
	Playouts: 150, EarlyShare: 8, Beginning: 0.95, Reach: 0.05, LateDoubt: 0.03, EarlyDoubt: 0.013, Early: 0.8, Round: 16, Worthwhile: 1.0 / 3, LeastVariance: 0.0004,
	Close: 0.3, Caution: 10, UsualLead: 0.02, FirstDoubt: 0.03,
}

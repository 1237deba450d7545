package andor

// DBU, "depth, then breadth, then uncertainty" (the paper's figure "The DBU algorithm,
// which builds upon DFS"), is the incremental search with firstOnly switched off: a
// state that is fed to a node is followed through all children of its AND nodes before
// the next state is looked at. So a proof is built for one state of the belief and then
// extended to the others one at a time; proved children are kept, to be extended. Its
// pseudocode is in incremental.go: feedOR is SOLVE-TOP of an OR node for one more state,
// advance is SOLVE of an OR node, feedKid is SOLVE of an AND node.

package pointbased

// FindRooms shows rooms to tests.
var FindRooms = findRooms

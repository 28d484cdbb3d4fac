// exam: problem=vector-addition verdict=compile-error
// exam: says "solve"
// An empty file, but for these lines.

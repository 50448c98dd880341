/** Loaded first by a baseline: it ends with the benchmark, also one that was stopped before it knew of the baseline. */
process.on('disconnect', () => process.exit());

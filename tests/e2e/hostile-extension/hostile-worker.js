// A test runs the attacks in this worker and in the page beside it.
globalThis.isHostile = true;

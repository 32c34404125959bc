// A test runs in this worker, and in the page beside it, what the extension tries.
globalThis.isHostile = true;

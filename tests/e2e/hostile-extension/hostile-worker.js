// A test runs the attacks in this worker and in hostile-page.html.
globalThis.isHostile = true;

import { defineConfig } from 'vite';

/** Builds the gallery of every state, for development and tests; it isn't part of the extension. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: '../../test-results/gallery',
    emptyOutDir: true,
    target: 'esnext',
    // One file loads faster than a hundred.
    rolldownOptions: { output: { codeSplitting: false } },
  },
});

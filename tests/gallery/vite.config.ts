import { defineConfig } from 'vite';

/** Builds the gallery of every state, for development and tests. The gallery isn't part of the extension. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: '../../test-results/gallery',
    emptyOutDir: true,
    target: 'esnext',
    // A single file loads faster than a hundred small ones.
    rolldownOptions: { output: { codeSplitting: false } },
  },
});

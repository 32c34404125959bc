import { defineConfig } from 'vite';

/** The gallery of every state, for development and its check; no part of the extension. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: '../../test-results/gallery',
    emptyOutDir: true,
    target: 'esnext',
    // One file is loaded faster than a hundred, and every scene loads them all anew.
    rolldownOptions: { output: { codeSplitting: false } },
  },
});

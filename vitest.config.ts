import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{components,lib,service}/**/*.test.{ts,tsx}',
      'tests/{contract,architecture}/**/*.test.ts',
    ],
    restoreMocks: true,
  },
});

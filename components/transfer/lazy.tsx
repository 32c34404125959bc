import { lazy } from '../app/lazy.tsx';

export const LazyImportOutcome = lazy(
  async () => (await import('./import-outcome.tsx')).ImportOutcome,
);

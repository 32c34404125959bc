import { AfterFirstPaint, lazy } from '../app/lazy.tsx';

export const LazyConnectionNotice = lazy(
  async () => (await import('./connection-notice.tsx')).ConnectionNotice,
  AfterFirstPaint,
);

export const LazyNoConnection = lazy(
  async () => (await import('./no-connection.tsx')).NoConnection,
);

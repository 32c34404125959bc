import { AfterFirstPaint, lazy } from '../app/lazy.tsx';

/** The notice about the connection in use, loaded after the surface's main content. */
export const LazyConnectionNotice = lazy(
  async () => (await import('./connection-notice.tsx')).ConnectionNotice,
  AfterFirstPaint,
);

/** The choice of a connection if none is in use; the children if there are none. */
export const LazyNoConnection = lazy(
  async () => (await import('./no-connection.tsx')).NoConnection,
);

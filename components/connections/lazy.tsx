import { lazy, type ReactNode, Suspense } from 'react';
import { AfterFirstPaint } from '../app/lazy.tsx';
import type { ConnectionNoticeProps } from './connection-notice.tsx';

const ConnectionNotice = lazy(async () => {
  const { ConnectionNotice: notice } = await import('./connection-notice.tsx');
  return { default: notice };
});

/** The notice about the connection in use, loaded after the surface's main content. */
export function LazyConnectionNotice(props: ConnectionNoticeProps) {
  return (
    <AfterFirstPaint>
      <ConnectionNotice {...props} />
    </AfterFirstPaint>
  );
}

const NoConnection = lazy(async () => {
  const { NoConnection: notice } = await import('./no-connection.tsx');
  return { default: notice };
});

/** The choice of a connection if none is in use; the children if there are none. Loaded on demand. */
export function LazyNoConnection({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <NoConnection>{children}</NoConnection>
    </Suspense>
  );
}

/** What the library loads only once it is first shown. */
import { lazy } from 'react';

export const DocumentsScreen = lazy(async () => {
  const { DocumentsScreen: screen } = await import('../documents/documents-screen.tsx');
  return { default: screen };
});

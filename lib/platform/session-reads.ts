/**
 * What was read of a service, until the browser closes. Only the extension's own pages and background see this area,
 * since nobody opens it to content scripts.
 */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';

/** Others keep in this area too, and all of them share 10 MB. */
const largestBytes = 1024 * 1024;

/**
 * Makes the store of one kind of view; what is not of its form is as good as none. A view of more than a megabyte is
 * not kept, so that it is read anew each time.
 */
export function createSessionReads<View>(name: 'profile' | 'rules', view: z.ZodMiniType<View>) {
  const storedSchema = z.object({ credentialId: z.string(), view });
  const keyOf = (connectionId: string) => `${name}.${connectionId}`;

  return {
    async get(connectionId: string): Promise<{ credentialId: string; view: View } | null> {
      const key = keyOf(connectionId);
      const { [key]: raw } = await browser.storage.session.get(key);
      const stored = storedSchema.safeParse(raw);
      return stored.success ? stored.data : null;
    },
    async put(connectionId: string, kept: { credentialId: string; view: View }): Promise<void> {
      const bytes = new TextEncoder().encode(JSON.stringify(kept)).byteLength;
      if (bytes > largestBytes) await browser.storage.session.remove(keyOf(connectionId));
      else await browser.storage.session.set({ [keyOf(connectionId)]: kept });
    },
    async drop(connectionId: string): Promise<void> {
      await browser.storage.session.remove(keyOf(connectionId));
    },
  };
}

import * as z from 'zod/mini';

export const diagnosticMessages = {
  /** Returns plain text without addresses, keys, titles or saved text. */
  'diagnostics.read': { input: z.object({}), output: z.object({ text: z.string() }) },
} as const;

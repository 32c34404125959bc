/** What the settings page can ask for a problem report: name → input and output. */
import * as z from 'zod/mini';

export const diagnosticMessages = {
  /** A plain text without an address, a key, a title or a word of what was saved. */
  'diagnostics.read': { input: z.object({}), output: z.object({ text: z.string() }) },
} as const;

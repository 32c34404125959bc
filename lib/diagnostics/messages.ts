import * as z from 'zod/mini';
import { message } from '../contract/message.ts';

export const diagnosticMessages = {
  /** Returns plain text without addresses, keys, titles or saved text. */
  'diagnostics.read': message({}, z.object({ text: z.string() })),
} as const;

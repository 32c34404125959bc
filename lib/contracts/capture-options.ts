/** The few things about saving that the person may want otherwise. */
import * as z from 'zod/mini';

export const captureOptionsSchema = z.object({
  /** Words that are selected stand first in the popup. */
  offersSelection: z.boolean(),
  /** It is told that a page can be found now. */
  tellsLearned: z.boolean(),
  /** The toolbar's button shows that a page was saved before. */
  marksSaved: z.boolean(),
});
export type CaptureOptions = z.infer<typeof captureOptionsSchema>;
export const captureOptionNames = z.keyof(captureOptionsSchema).options;
export type CaptureOptionName = keyof CaptureOptions;

export const usualCaptureOptions: CaptureOptions = {
  offersSelection: true,
  tellsLearned: true,
  marksSaved: true,
};

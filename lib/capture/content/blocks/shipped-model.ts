/** The model that is shipped: written by `tests/extraction/train.py`, described in docs/extraction.md. */
import packed from './model.json' with { type: 'json' };
import { modelOf, type Model } from './tree-model.ts';

let unpacked: Model | null = null;

/** Gives the model; it is unpacked at the first call. */
export function shippedModel(): Model {
  unpacked ??= modelOf(packed);
  return unpacked;
}

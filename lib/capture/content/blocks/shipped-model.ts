/** The model that is shipped: written by `tests/extraction/train.py`, described in docs/extraction.md. */
import model from './model.json' with { type: 'json' };
import type { Model } from './tree-model.ts';

export const shippedModel: Model = model;

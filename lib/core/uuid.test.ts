import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { uuidOf } from './uuid.ts';

describe('uuidOf', () => {
  it.each([0, 255])('gives a UUID of version 4, whatever the bytes (%i)', (byte) => {
    const id = uuidOf(new Uint8Array(16).fill(byte));

    expect(z.uuidv4().safeParse(id).success).toBe(true);
  });

  it('tells other bytes apart', () => {
    expect(uuidOf(new Uint8Array(16).fill(1))).not.toBe(uuidOf(new Uint8Array(16).fill(2)));
  });
});

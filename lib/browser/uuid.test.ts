import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { uuidOf } from '../messaging/page-client.ts';

describe('uuidOf', () => {
  it.each([0, 255])('returns a version 4 UUID for any bytes (%i)', (byte) => {
    const id = uuidOf(new Uint8Array(16).fill(byte));

    expect(z.uuidv4().safeParse(id).success).toBe(true);
  });

  it('leaves all other bits unchanged', () => {
    expect(uuidOf(new Uint8Array(16).fill(255))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(uuidOf(Uint8Array.from({ length: 16 }, (_, at) => at))).toBe(
      '00010203-0405-4607-8809-0a0b0c0d0e0f',
    );
  });
});

import { expect, it } from 'vitest';
import { withdrawnWords } from './connections.ts';

it.each(['key', 'tokens'] as const)('says of a limit alone that the rest goes on: %s', (kind) => {
  const refused = { kind, access: 'profile' } as const;

  expect(withdrawnWords(refused, 'limit').text).toContain('the rest goes on as before');
  expect(withdrawnWords(refused, 'fault').text).not.toContain('the rest');
});

import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { namesCommand, readCommand } from './read-command.ts';

describe('readCommand', () => {
  it('reads a key with all there is to say of it', () => {
    const args = ['key', 'create', '--name', 'N', '--level', 'write', '--memories', 'A, B'];
    const more = ['--memories', 'C', '--profile', '--agent', '--expires', '2027-12-31'];

    expect(readCommand([...args, ...more, '--data', '/d'], {})).toEqual({
      ok: true,
      value: {
        dataFolder: '/d',
        command: {
          do: 'key create',
          key: {
            name: 'N',
            level: 'write',
            memories: ['A, B', 'C'],
            profile: true,
            agent: true,
            expiresAt: '2027-12-31T23:59:59.999Z',
          },
        },
      },
    });
  });

  it('gives a key that says no more every Memory, and nothing else', () => {
    expect(readCommand(['key', 'create', '--name', 'N', '--level', 'read'], {})).toMatchObject({
      value: {
        dataFolder: join(homedir(), '.keepsake'),
        command: { key: { memories: 'all', profile: false, agent: false, expiresAt: null } },
      },
    });
  });

  it('takes the folder from the environment where no flag names one', () => {
    const environment = { KEEPSAKE_DATA: '/from/environment' };

    expect(readCommand(['memory', 'list'], environment)).toMatchObject({
      value: { dataFolder: '/from/environment' },
    });
  });

  it.each([
    [['memory'], 'There is no command "memory"'],
    [['memory', 'create'], 'memory create takes one operand'],
    [['memory', 'create', 'A', 'B'], 'memory create takes one operand'],
    [['memory', 'list', 'A'], 'memory list takes no operand'],
    [['memory', 'create', 'A', '--level', 'read'], 'memory create takes no --level'],
    [['key', 'create', '--level', 'read'], 'needs --name'],
    [['key', 'create', '--name', 'N'], 'needs --level'],
    [['key', 'create', '--name', 'N', '--level', 'owner'], 'needs --level'],
    [['key', 'create', '--name', 'N', '--level', 'read', '--expires', 'soon'], '--expires has'],
    [['update-now', '--nonsense', 'A'], '--nonsense'],
  ])('refuses %j', (args, sentence) => {
    expect(readCommand(args, {})).toEqual({ ok: false, error: expect.stringContaining(sentence) });
  });
});

describe('namesCommand', () => {
  it('tells a command from flags of the service', () => {
    expect(namesCommand(['memory', 'list'])).toBe(true);
    expect(namesCommand(['--port', '1'])).toBe(false);
    expect(namesCommand([])).toBe(false);
  });
});

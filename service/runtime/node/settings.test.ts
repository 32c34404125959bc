import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('readSettings', () => {
  it('listens on loopback only by default', () => {
    expect(readSettings([], {})).toEqual({
      ok: true,
      value: {
        dataFolder: join(homedir(), '.keepsake'),
        database: null,
        readDatabase: null,
        port: 4321,
        address: '127.0.0.1',
        hosts: ['127.0.0.1', 'localhost', '[::1]'],
        origins: ['chrome-extension://*', 'moz-extension://*'],
        publicUrl: null,
        logLevel: 'info',
        agent: { mode: 'quotation' },
        allowPrivateEndpoints: false,
        ownerToken: null,
        operatorToken: null,
        metrics: null,
        drainMs: 0,
      },
    });
  });

  it.each([
    ['KEEPSAKE_OWNER_TOKEN', 'ownerToken'],
    ['KEEPSAKE_OPERATOR_TOKEN', 'operatorToken'],
  ])('takes a token that can’t be guessed from %s only', (variable, setting) => {
    const token = 'a'.repeat(32);

    expect(readSettings([], { [variable]: token })).toMatchObject({ value: { [setting]: token } });
    for (const bad of ['short', `${token} `, '']) {
      expect(readSettings([], { [variable]: bad })).toMatchObject({
        error: { message: expect.stringContaining(variable) },
      });
    }
  });

  it('takes an address and a port for metrics', () => {
    const metricsOf = (text: string) => readSettings(['--metrics', text], {});

    expect(metricsOf('10.0.0.1:9464')).toMatchObject({
      value: { metrics: { address: '10.0.0.1', port: 9464 } },
    });
    expect(metricsOf('[::1]:9465')).toMatchObject({
      value: { metrics: { address: '::1', port: 9465 } },
    });
    expect(readSettings([], { KEEPSAKE_METRICS: '127.0.0.1:9466' })).toMatchObject({
      value: { metrics: { address: '127.0.0.1', port: 9466 } },
    });
    for (const bad of ['9464', '10.0.0.1', 'host:9464', '300.0.0.1:9464', '10.0.0.1:99999'])
      expect(metricsOf(bad)).toMatchObject({ ok: false });
  });

  it('takes a number of seconds to drain', () => {
    expect(readSettings(['--drain', '20'], {})).toMatchObject({ value: { drainMs: 20_000 } });
    expect(readSettings([], { KEEPSAKE_DRAIN: '-1' })).toMatchObject({ ok: false });
    expect(readSettings([], { KEEPSAKE_DRAIN: '999' })).toMatchObject({ ok: false });
  });

  it('prefers a flag to the environment', () => {
    const environment = { KEEPSAKE_DATA: '/from/environment', KEEPSAKE_PORT: '1' };

    expect(readSettings(['--port', '2'], environment)).toMatchObject({
      value: { dataFolder: '/from/environment', port: 2 },
    });
  });

  it('takes the address of a database, of PostgreSQL only', () => {
    const database = 'postgres://keepsake@db.example/library';

    expect(readSettings([], { KEEPSAKE_DATABASE: database })).toMatchObject({
      value: { database },
    });
    expect(readSettings(['--database', 'mysql://db.example/library'], {})).toMatchObject({
      error: { message: '--database must look like postgres://user:password@host/name.' },
    });
  });

  it('takes the address of a replica, next to that of the primary', () => {
    const database = 'postgres://keepsake@one.example:5432,two.example:5433/library';
    const readDatabase = 'postgres://keepsake@two.example:5433/library';

    expect(
      readSettings(['--read-database', readDatabase], { KEEPSAKE_DATABASE: database }),
    ).toMatchObject({ value: { database, readDatabase } });
    expect(readSettings([], { KEEPSAKE_READ_DATABASE: readDatabase })).toMatchObject({
      error: { message: expect.stringContaining('needs --database') },
    });
  });

  it('never repeats a password', () => {
    const address = 'postgres://keepsake:secret@db.example/library';

    for (const args of [[address], ['--data', '/d', address], [`--nonsense=${address}`]]) {
      expect(readSettings(args, {})).toMatchObject({ ok: false });
      expect(JSON.stringify(readSettings(args, {}))).not.toContain('secret');
    }
  });

  it('accepts the address it listens on and the host names it is given', () => {
    const settings = readSettings(
      ['--address', '192.168.0.2', '--allow-host', 'memory.example'],
      {},
    );

    expect(settings).toMatchObject({
      value: { hosts: ['127.0.0.1', 'localhost', '[::1]', '192.168.0.2', 'memory.example'] },
    });
  });

  it('replaces the extension origins with a given list', () => {
    expect(
      readSettings([], { KEEPSAKE_ALLOW_ORIGIN: 'chrome-extension://a, https://b.example' }),
    ).toMatchObject({ value: { origins: ['chrome-extension://a', 'https://b.example'] } });
  });

  it('accepts the host name of its public URL', () => {
    const settings = readSettings([], { KEEPSAKE_PUBLIC_URL: 'https://memory.example/' });

    expect(settings).toMatchObject({
      value: {
        publicUrl: 'https://memory.example',
        hosts: ['127.0.0.1', 'localhost', '[::1]', 'memory.example'],
      },
    });
  });

  it.each<[string, string[], Record<string, string>, object]>([
    ['a flag', ['--allow-private-endpoints'], {}, { value: { allowPrivateEndpoints: true } }],
    [
      'the environment',
      [],
      { KEEPSAKE_ALLOW_PRIVATE_ENDPOINTS: 'true' },
      { value: { allowPrivateEndpoints: true } },
    ],
    ['not for “no”', [], { KEEPSAKE_ALLOW_PRIVATE_ENDPOINTS: 'no' }, { ok: false }],
  ])('allows private endpoints by %s', (_how, args, environment, result) => {
    expect(readSettings(args, environment)).toMatchObject(result);
  });

  it('reads the model from the environment only, where other processes can’t see its key', () => {
    const environment = {
      KEEPSAKE_MODEL_ADDRESS: 'http://127.0.0.1:11434/v1',
      KEEPSAKE_MODEL: 'small',
      KEEPSAKE_MODEL_KEY: 'k',
    };

    expect(readSettings([], environment)).toMatchObject({
      value: {
        agent: { mode: 'model', address: 'http://127.0.0.1:11434/v1', model: 'small', key: 'k' },
      },
    });
    expect(readSettings([], { KEEPSAKE_MODEL_ADDRESS: 'here' })).toMatchObject({
      error: { code: 'settings.invalid' },
    });
  });

  it.each([
    [['--public-url', 'memory.example'], 'settings.invalid'],
    [['--public-url', 'https://memory.example/path'], 'settings.invalid'],
    [['--log-level', 'loud'], 'settings.invalid'],
    [['--port', 'x'], 'settings.invalid'],
    [['--port', '65536'], 'settings.invalid'],
    [['--port=-1'], 'settings.invalid'],
    [['--address', 'localhost'], 'settings.invalid'],
    [['--data', ''], 'settings.invalid'],
    [['--allow-host', 'memory.example:80'], 'settings.invalid'],
    [['--allow-host', 'a/b'], 'settings.invalid'],
    [['--allow-origin', 'https://*'], 'settings.invalid'],
    [['--allow-origin', '*'], 'settings.invalid'],
    [['--nonsense'], 'settings.unknown-flag'],
    [['word'], 'settings.unknown-flag'],
    [['--help'], 'settings.help'],
  ])('rejects %j', (args, code) => {
    expect(readSettings(args, {})).toMatchObject({ ok: false, error: { code } });
  });
});

import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../contract/result.ts';
import { noText, guardCapture } from './capture-errors.ts';

function windowOf(): Window {
  const { defaultView } = new JSDOM('<p>a</p>').window.document;
  if (defaultView === null) throw new Error('no window');
  return defaultView;
}

function thrown(): never {
  throw new TypeError('secret words of the page');
}

describe('guardCapture', () => {
  it.each([
    ['a success', ok('text')],
    ['a failure', err(noText)],
  ])('passes on %s', async (_, result) => {
    expect(await guardCapture<string>(windowOf(), () => result)).toBe(result);
  });

  it('reports page.no-text if the capture throws', async () => {
    const result = await guardCapture(windowOf(), thrown);

    expect(result).toMatchObject({ ok: false, error: { code: 'page.no-text' } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('reports page.gone if the page removed itself', async () => {
    const window = windowOf();
    const read = () => {
      window.document.documentElement.remove();
      return thrown();
    };

    expect(await guardCapture(window, read)).toMatchObject({
      ok: false,
      error: { code: 'page.gone' },
    });
  });

  it('reports page.gone if the window denies access', async () => {
    const window = new Proxy(windowOf(), { get: thrown });

    expect(await guardCapture(window, thrown)).toMatchObject({
      ok: false,
      error: { code: 'page.gone' },
    });
  });
});

import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../contracts/result.ts';
import { noText } from './capture-errors.ts';
import { guardedCapture } from './guarded-capture.ts';

function windowOf(): Window {
  const { defaultView } = new JSDOM('<p>a</p>').window.document;
  if (defaultView === null) throw new Error('no window');
  return defaultView;
}

function thrown(): never {
  throw new TypeError('secret words of the page');
}

describe('guardedCapture', () => {
  it.each([
    ['a success', ok('text')],
    ['a failure', err(noText)],
  ])('passes %s on', async (_, result) => {
    expect(await guardedCapture<string>(windowOf(), () => result)).toBe(result);
  });

  it('says that the page cannot be read where reading throws', async () => {
    const result = await guardedCapture(windowOf(), thrown);

    expect(result).toMatchObject({ ok: false, error: { code: 'page.no-text' } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('says that the page is gone where it removed itself', async () => {
    const window = windowOf();
    const read = () => {
      window.document.documentElement.remove();
      return thrown();
    };

    expect(await guardedCapture(window, read)).toMatchObject({
      ok: false,
      error: { code: 'page.gone' },
    });
  });

  it('says that the page is gone where its window may not be looked at', async () => {
    const window = new Proxy(windowOf(), { get: thrown });

    expect(await guardedCapture(window, thrown)).toMatchObject({
      ok: false,
      error: { code: 'page.gone' },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { openNodeService } from './node-service.ts';

describe('the owner app’s stylesheet', () => {
  it('defines every token it uses', async () => {
    const service = await openNodeService({ file: ':memory:', ownerToken: 'own' });

    const answer = await service.fetch(new Request('http://localhost/app/style.css'));
    const css = await answer.text();
    await service.close();

    const used = [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    const defined = new Set([...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });
});

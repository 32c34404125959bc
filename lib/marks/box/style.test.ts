import { expect, it } from 'vitest';
import { boxStyle } from './style.ts';

it('takes no font by a name that the page could give to one of its own', () => {
  const fonts = [...boxStyle.matchAll(/font(?:-family)?:\s*([^;]+);/g)].map(([, font]) => font);

  expect(fonts).toEqual(['inherit', '14px/1.45 system-ui, sans-serif']);
});

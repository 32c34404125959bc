import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AfterFirstPaint } from './lazy.tsx';

it('is left out of what is drawn first', () => {
  const first = renderToStaticMarkup(
    <p>
      Save <AfterFirstPaint>this later</AfterFirstPaint>
    </p>,
  );

  expect(first).toBe('<p>Save </p>');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AfterFirstPaint } from './lazy.tsx';

it('AfterFirstPaint renders nothing at first', () => {
  const first = renderToStaticMarkup(
    <p>
      Save <AfterFirstPaint>this later</AfterFirstPaint>
    </p>,
  );

  expect(first).toBe('<p>Save </p>');
});

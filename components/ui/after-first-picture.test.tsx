import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AfterFirstPicture } from './after-first-picture.tsx';

it('is left out of what is drawn first', () => {
  const first = renderToStaticMarkup(
    <p>
      Save <AfterFirstPicture>this later</AfterFirstPicture>
    </p>,
  );

  expect(first).toBe('<p>Save </p>');
});

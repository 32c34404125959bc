import { expect, it } from 'vitest';
import { languageName } from './about-section.tsx';

it('names the language in itself', () => {
  expect(languageName()).toBe('English');
});

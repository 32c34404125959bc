import { describe, expect, it } from 'vitest';
import { nameInAddress } from './web-address.ts';

describe('nameInAddress', () => {
  it.each([
    ['https://www.example.org/', 'example.org'],
    ['https://example.org:8443/birds/17', 'example.org:8443'],
    ['https://example.org/birds/grey%20heron.jpg', 'grey heron.jpg'],
    ['https://example.org/%E0%A4%A.txt', '%E0%A4%A.txt'],
    ['http://a.www.example/birds/', 'a.www.example'],
    ['https://example.org/song.mp3/', 'song.mp3'],
    ['https://example.org/v.next-steps', 'example.org'],
    ['https://example.org/.env', 'example.org'],
    ['https://example.org/.env.local', 'example.org'],
    ['file:///connection/ada/notes', 'notes'],
    ['file:///', null],
    ['data:text/html,<p>Heron', null],
    ['', null],
  ])('names %s as %s', (address, name) => {
    expect(nameInAddress(address)).toBe(name);
  });
});

/** Begins the gallery once the messages are there: a bundle puts its parts in an order of its own. */
import './catalogue.ts';

await import('./draw.tsx');

/** Puts the messages in their place before anything that reads one is even loaded. */
import './catalogue.ts';

await import('./main.tsx');

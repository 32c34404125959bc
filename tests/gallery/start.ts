/** Has the messages ready before anything that is written in them is loaded. */
import './catalogue.ts';

void import('./main.tsx');

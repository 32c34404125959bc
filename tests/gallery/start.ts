/** Loads the messages before any module that reads them. */
import './catalogue.ts';

void import('./main.tsx');

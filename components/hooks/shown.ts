import { createContext } from 'react';

/** Whether what is inside is shown; a view that waits behind another is not. */
export const Shown = createContext(true);

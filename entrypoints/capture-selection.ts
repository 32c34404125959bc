/** Injected into the frame whose selection is saved. The browser returns what `main` resolves to. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureSelection } from '../lib/capture/capture-selection.ts';
import { guardCapture } from '../lib/capture/capture-errors.ts';

// oxlint-disable-next-line typescript/no-misused-promises -- the browser awaits the result and returns it
export default defineUnlistedScript(() => guardCapture(window, () => captureSelection(window)));

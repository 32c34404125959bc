/** Injected into the frame whose selection the person keeps; what `main` returns is the result of the injection. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureSelection } from '../lib/capture/selection/capture-selection.ts';
import { guardedCapture } from '../lib/capture/guarded-capture.ts';

// oxlint-disable-next-line typescript/no-misused-promises -- the browser waits for it and hands its result on
export default defineUnlistedScript(() =>
  guardedCapture(window, () => captureSelection({ window })),
);

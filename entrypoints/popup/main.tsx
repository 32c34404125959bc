import { createExtensionBridge } from '../../components/app/extension-bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { createPageWatch } from '../../components/save/use-page.ts';
import { Popup } from '../../components/save/popup.tsx';
import { sleep } from '../../lib/async/sleep.ts';

/** Maximum wait in milliseconds. A running background responds well before this. */
const waitsMs = 60;

const bridge = createExtensionBridge();
const watch = createPageWatch(bridge);
// Rendering once with the page is faster than rendering an empty popup first.
void Promise.race([watch.answered, sleep(waitsMs)]).finally(() =>
  mount(<Popup watch={watch} />, bridge),
);

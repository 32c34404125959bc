import { createExtensionBridge } from '../../components/app/extension-bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { createPageWatch } from '../../components/save/use-page.ts';
import { Popup } from '../../components/save/popup.tsx';
import { sleep } from '../../lib/async/sleep.ts';

/** A running background answers well before this. */
const waitsMs = 60;

const bridge = createExtensionBridge();
const watch = createPageWatch(bridge);
// Drawing once with the page is faster than drawing empty first.
void Promise.race([watch.answered, sleep(waitsMs)]).finally(() =>
  mount(<Popup watch={watch} />, bridge),
);

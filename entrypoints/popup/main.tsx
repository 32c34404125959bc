import { createExtensionBridge } from '../../components/app/extension-bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { createPageWatch } from '../../components/save/use-page.ts';
import { Popup } from '../../components/save/popup.tsx';
import { sleep } from '../../lib/async/sleep.ts';

/** A background that is awake answers well before. */
const waitsMs = 60;

const bridge = createExtensionBridge();
const watch = createPageWatch(bridge);
// To draw it once, with the page in it, takes less than to draw it empty and then again.
void Promise.race([watch.answered, sleep(waitsMs)]).finally(() =>
  mount(<Popup watch={watch} />, bridge),
);

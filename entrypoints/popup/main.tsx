import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { createPageWatch } from '../../components/hooks/page-watch.ts';
import { Popup } from '../../components/popup/popup.tsx';
import { sleep } from '../../lib/platform/sleep.ts';

/** A background that is awake answers well before. */
const waitsMs = 60;

const bridge = createExtensionBridge();
const watch = createPageWatch(bridge);
// To draw it once, with the page in it, takes less than to draw it empty and then again.
void Promise.race([watch.answered, sleep(waitsMs)]).finally(() =>
  mount(<Popup watch={watch} />, bridge),
);

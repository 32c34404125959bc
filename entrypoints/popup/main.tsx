import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { createPageWatch } from '../../components/hooks/page-watch.ts';
import { Popup } from '../../components/popup/popup.tsx';

const bridge = createExtensionBridge();
// The background may be asleep: asked anything, it wakes while the browser names the page in front.
void bridge.ask('home.status', {});
mount(<Popup watch={createPageWatch(bridge)} />, bridge);

import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { Popup } from '../../components/popup/popup.tsx';

const bridge = createExtensionBridge();
// The background may be asleep: asked anything, it wakes while the popup is drawn.
void bridge.ask('home.status', {});
mount(<Popup />, bridge);

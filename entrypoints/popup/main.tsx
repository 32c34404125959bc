import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { Popup } from '../../components/popup/popup.tsx';

mount(<Popup />, createExtensionBridge());

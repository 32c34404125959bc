import { createExtensionBridge } from '../../components/app/extension-bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { Panel } from '../../components/app/panel.tsx';

mount(<Panel />, createExtensionBridge());

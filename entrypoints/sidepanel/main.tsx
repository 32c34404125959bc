import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { Panel } from '../../components/panel/panel.tsx';

mount(<Panel />, createExtensionBridge());

import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { Welcome } from '../../components/welcome/welcome.tsx';

mount(<Welcome />, createExtensionBridge());

import { createExtensionBridge } from '../../components/app/extension-bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { Welcome } from '../../components/welcome/welcome.tsx';

mount(<Welcome />, createExtensionBridge());

import { createExtensionBridge } from '../../components/app/extension-bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { Settings } from '../../components/settings/settings.tsx';

mount(<Settings />, createExtensionBridge());

import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { Settings } from '../../components/settings/settings.tsx';

mount(<Settings />, createExtensionBridge());

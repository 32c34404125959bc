import { createExtensionBridge } from '../../components/hooks/extension-bridge.ts';
import { mount } from '../../components/hooks/mount.tsx';
import { SearchScreen } from '../../components/recall/search-screen.tsx';

mount(<SearchScreen />, createExtensionBridge());

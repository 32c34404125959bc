/** Draws the scene named in the address, such as `?scene=popup/ready`; without one, a list of them all. */
import '../../components/ui/tokens.css';
import '../../components/ui/base.css';
import { mount } from '../../components/hooks/mount.tsx';
import { createPageWatch } from '../../components/hooks/page-watch.ts';
import { Panel } from '../../components/panel/panel.tsx';
import { Popup } from '../../components/popup/popup.tsx';
import { Settings } from '../../components/settings/settings.tsx';
import { Welcome } from '../../components/welcome/welcome.tsx';
import { createFakeBridge } from './fake-bridge.ts';
import { scenes } from './scenes.ts';

// Each scene begins as though nobody had been there, unless a check comes back on purpose.
if (!new URLSearchParams(location.search).has('again')) localStorage.clear();

const wanted = new URLSearchParams(location.search).get('scene');
const scene = scenes.find(({ surface, name }) => `${surface}/${name}` === wanted);

const bridge = createFakeBridge(scene ?? { answers: {} });
const surfaces = {
  popup: () => <Popup watch={createPageWatch(bridge)} />,
  sidepanel: () => <Panel />,
  welcome: () => <Welcome />,
  options: () => <Settings />,
};
// For the checks, which speak to the page from outside.
Object.assign(globalThis, { gallery: bridge });

if (scene === undefined) {
  const list = (
    <ul>
      {scenes.map(({ surface, name }) => (
        <li key={`${surface}/${name}`}>
          <a href={`?scene=${surface}/${name}`}>{`${surface}/${name}`}</a>
        </li>
      ))}
    </ul>
  );
  mount(list, bridge);
} else {
  mount(surfaces[scene.surface](), bridge);
}

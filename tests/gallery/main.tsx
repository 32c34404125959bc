/**
 * Draws the scene named in the address, such as `?scene=popup/ready`; without one, a list of all
 * scenes.
 */
import { type ReactNode, useSyncExternalStore } from 'react';
import '../../components/ui/tokens.css';
import '../../components/ui/base.css';
import { BridgeProvider } from '../../components/app/bridge.ts';
import { mount } from '../../components/app/mount.tsx';
import { createPageWatch } from '../../components/save/use-page.ts';
import { Panel } from '../../components/app/panel.tsx';
import { Popup } from '../../components/save/popup.tsx';
import { Settings } from '../../components/settings/settings.tsx';
import { Welcome } from '../../components/welcome/welcome.tsx';
import { createFakeBridge, type FakeBridge } from './fake-bridge.ts';
import { type Scene, scenes } from './scenes.ts';

const parameters = new URLSearchParams(location.search);
// Start each scene with empty storage, unless a test reopens it with `again`.
if (!parameters.has('again')) localStorage.clear();

let scene = sceneCalled(parameters.get('scene') ?? '');
setAnchor();
let bridge = createFakeBridge(scene ?? { answers: {} });
// The tests use these from outside the page.
Object.assign(globalThis, { gallery: bridge, showScene });

mount(<Gallery />, bridge);

/** Replaces the current scene: much faster than reloading the page. */
function showScene(name: string): void {
  scene = sceneCalled(name);
  if (scene === undefined) throw new Error(`Unknown scene ${name}.`);
  localStorage.clear();
  sessionStorage.clear();
  setAnchor();
  bridge = createFakeBridge(scene);
  Object.assign(globalThis, { gallery: bridge });
  scrollTo(0, 0);
  dispatchEvent(new Event('gallery-scene'));
}

function setAnchor(): void {
  const { pathname, search } = location;
  history.replaceState(null, '', `${pathname}${search}#${scene?.at ?? ''}`);
}

function Gallery() {
  const shown = useSyncExternalStore(onSceneChange, () => bridge);
  if (scene === undefined) return <SceneList />;
  return (
    // The key remounts the surface, so that no state carries over between scenes.
    <BridgeProvider key={`${scene.surface}/${scene.name}`} value={shown}>
      {surfaceOf(scene, shown)}
    </BridgeProvider>
  );
}

function surfaceOf({ surface }: Scene, shown: FakeBridge): ReactNode {
  switch (surface) {
    case 'popup':
      return <Popup watch={createPageWatch(shown)} />;
    case 'sidepanel':
      return <Panel />;
    case 'welcome':
      return <Welcome />;
    case 'options':
      return <Settings />;
  }
}

function SceneList() {
  return (
    <ul>
      {scenes.map(({ surface, name }) => (
        <li key={`${surface}/${name}`}>
          <a href={`?scene=${surface}/${name}`}>{`${surface}/${name}`}</a>
        </li>
      ))}
    </ul>
  );
}

function sceneCalled(wanted: string): Scene | undefined {
  return scenes.find(({ surface, name }) => `${surface}/${name}` === wanted);
}

function onSceneChange(listener: () => void): () => void {
  addEventListener('gallery-scene', listener);
  return () => removeEventListener('gallery-scene', listener);
}

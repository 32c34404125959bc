/**
 * Plants a key where none should be, to prove that the byte search finds it. Each function runs in the page where it
 * plants the key.
 */

/** Runs in an extension page. */
export async function plantInExtension(key: string): Promise<void> {
  const field = document.createElement('input');
  field.value = key;
  const shadow = document.createElement('div').attachShadow({ mode: 'open' });
  shadow.innerHTML = `<p>${key}</p>`;
  document.body.append(field, shadow.host);
  const bytes = new TextEncoder().encode(key);
  await chrome.storage.local.set({ planted: { deep: [btoa(`.${key}`)] } });
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  await chrome.storage.session.set({ planted: hex.join('') });
  await chrome.storage.sync.set({ planted: hex.map((byte) => `%${byte}`).join('') });
  localStorage.setItem('planted', key);
  const root = await navigator.storage.getDirectory();
  const file = await (await root.getFileHandle('planted', { create: true })).createWritable();
  await file.write(bytes);
  await file.close();
  const cache = await caches.open('planted');
  await cache.put('https://planted.example/', new Response(key));
  console.info('planted', { deep: { inside: [key] } });
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('planted');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'));
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const tx = opening.result.transaction('rows', 'readwrite');
      const wide = Uint16Array.from(bytes);
      tx.objectStore('rows').put({ words: [key], bytes, buffer: wide.buffer }, 1);
      tx.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/** Runs in a web page. */
export function plantInPage(key: string): void {
  document.body.dataset['planted'] = key;
  sessionStorage.setItem('planted', key);
  document.cookie = `planted=${key}`;
}

type Area = { set: (items: object) => Promise<void> };
declare const chrome: { storage: Record<'local' | 'session' | 'sync', Area> };

// The globals of Firefox's own window that the tests use. No published types cover them; the reference is Firefox's
// source (browser/ and toolkit/components/extensions/).

/** The `<browser>` element that shows a page. */
export interface FirefoxBrowserElement extends Element {
  readonly browsingContext: {
    readonly currentWindowGlobal: {
      drawSnapshot(area: null, scale: number, background: string): Promise<ImageBitmap>;
    };
  };
  readonly currentURI: { readonly spec: string };
  readonly contentPrincipal: { readonly originNoSuffix: string };
  readonly webProgress: { readonly isLoadingDocument: boolean };
  readonly messageManager: {
    addMessageListener(name: string, listener: FirefoxMessageListener): void;
    removeMessageListener(name: string, listener: FirefoxMessageListener): void;
    loadFrameScript(url: string, runInFutureFrames: boolean): void;
  };
}

/** Receives the messages of a frame script. */
export type FirefoxMessageListener = (message: { data: string }) => void;

/** `gBrowser`: the tabs of the window. */
export interface FirefoxTabBrowser {
  selectedTab: object;
  readonly selectedBrowser: FirefoxBrowserElement;
  addTab(url: string, options: { triggeringPrincipal: object }): object;
  removeAllTabsBut(tab: object, options: { skipWarnAboutClosingTabs: boolean }): void;
}

/** `Services`: the browser's global services. */
export interface FirefoxServices {
  readonly scriptSecurityManager: { getSystemPrincipal(): object };
}

/** `SidebarController`: the sidebar of the window. */
export interface FirefoxSidebar {
  readonly isOpen: boolean;
}

/** The context menu; choosing an entry closes it and counts as a user gesture. */
export interface FirefoxMenu extends Element {
  readonly state: 'closed' | 'showing' | 'open' | 'hiding';
  activateItem(item: Element): void;
}

/** An entry that opens a submenu. */
export interface FirefoxSubmenu extends Element {
  openMenu(open: boolean): void;
}

/** A running extension in the browser. */
export interface FirefoxRunningExtension {
  terminateBackground(options: { disableResetIdleForTest: boolean }): Promise<void>;
}

/** `WebExtensionPolicy`: the extensions that are running. */
export interface FirefoxExtensions {
  getByID(id: string): { readonly extension: FirefoxRunningExtension };
}

/** `ChromeUtils`, used here only to reach an extension's toolbar button. */
export interface FirefoxModules {
  importESModule(url: 'resource://gre/modules/ExtensionParent.sys.mjs'): {
    readonly ExtensionParent: {
      readonly apiManager: {
        readonly global: {
          browserActionFor(extension: object): { triggerAction(window: object): Promise<void> };
        };
      };
    };
  };
}

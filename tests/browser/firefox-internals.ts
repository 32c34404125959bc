// What Firefox's own window has in scope, as far as the tests use it. No public package of types
// fits; Firefox's sources are the reference (browser/ and toolkit/components/extensions/).

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

/** Hears what a frame script sends. */
export type FirefoxMessageListener = (message: { data: string }) => void;

/** `gBrowser`: the tabs of the window. */
export interface FirefoxTabBrowser {
  selectedTab: object;
  readonly selectedBrowser: FirefoxBrowserElement;
  addTab(url: string, options: { triggeringPrincipal: object }): object;
  removeAllTabsBut(tab: object, options: { skipWarnAboutClosingTabs: boolean }): void;
}

/** `Services`: the browser's singletons. */
export interface FirefoxServices {
  readonly scriptSecurityManager: { getSystemPrincipal(): object };
}

/** `SidebarController`: the sidebar of the window. */
export interface FirefoxSidebar {
  readonly isOpen: boolean;
}

/** The menu of a right click; choosing an entry closes it and counts as the person's doing. */
export interface FirefoxMenu extends Element {
  readonly state: 'closed' | 'showing' | 'open' | 'hiding';
  activateItem(item: Element): void;
}

/** An extension as the browser holds it. */
export interface FirefoxRunningExtension {
  terminateBackground(options: { disableResetIdleForTest: boolean }): Promise<void>;
}

/** `WebExtensionPolicy`: the extensions that are running. */
export interface FirefoxExtensions {
  getByID(id: string): { readonly extension: FirefoxRunningExtension };
}

/** `ChromeUtils`: here only the way to an extension's toolbar button. */
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

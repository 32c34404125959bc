/** Serves messages in the language named by the address, such as `?lang=ar`, as the browser's own API does. */
type Messages = Readonly<Record<string, { message: string }>>;

const catalogues = import.meta.glob<Messages>('../../public/_locales/*/messages.json', {
  eager: true,
  import: 'default',
});
const messagesOf = (language: string): Messages =>
  catalogues[`../../public/_locales/${language}/messages.json`] ?? {};

const english = messagesOf('en');
const messages = messagesOf(new URLSearchParams(location.search).get('lang') ?? 'en');

Object.assign(globalThis, {
  chrome: {
    i18n: { getMessage: (key: string) => (messages[key] ?? english[key])?.message ?? '' },
  },
});

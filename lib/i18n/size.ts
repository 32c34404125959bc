import { locale } from './i18n.ts';

/** Formats a size like “1.2 MB”, using powers of ten as file managers do. */
export function sizeWords(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return value.toLocaleString(locale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1,
  });
}

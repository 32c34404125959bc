/** Scenes of the popup before a save: the preview of the page and of the selection, and their errors. */
import type { CaptureError } from '../../lib/contract/errors.ts';
import type { PageComparison, Preview } from '../../lib/save/model.ts';
import type { Answers } from './fake-bridge.ts';
import { days, errors, galleryNow, hostileTab, memories, page, save, states } from './fixtures.ts';
import type { Scene } from './scenes.ts';

type PagePart = Extract<Preview['page'], { ok: true }>;

const { tab } = page();
const opening =
  'The customs house burned in 1871 and took the ledgers with it, yet anyone in the lower town could still tell you ' +
  'which family had kept the north light and who had let it go dark.\nWhat the harbour lost on paper it kept in talk: ' +
  'the depth of the channel in a dry August, the name of the pilot who would not take a ship out on a Friday, the ' +
  'price of rope in the year of the long frost. A record, it turns out, is only one of the ways in which a place can ' +
  'remember.';

function pagePart(changes: Partial<PagePart> = {}): PagePart {
  return {
    ok: true,
    url: tab.url,
    title: tab.title,
    wordCount: 1_240,
    kind: 'article',
    kindConfidence: 0.94,
    part: 'article',
    extractor: 'blocks',
    author: 'Ines Calder',
    site: 'Tidewater Quarterly',
    published: '2026-10-02',
    language: 'en',
    customId: tab.url,
    opening,
    isWhole: false,
    readingMinutes: 5,
    comparisons: [],
    ...changes,
  };
}

/** Returns a preview of the gallery's page, without a selection. */
export function preview(changes: Partial<PagePart> = {}): Preview {
  return { id: 'preview-1', page: pagePart(changes), selection: null };
}

const selection = {
  opening:
    'A record, it turns out, is only one of the ways in which a place can remember. The others are kept in talk, in ' +
    'habit, and in what people will not do on a Friday, and each of them forgets in a way of its own.',
  isWhole: true,
  words: 43,
  isKept: false,
};

export const previews = {
  selected: { ...preview(), selection },
  selectedLong: {
    ...preview(),
    selection: {
      ...selection,
      opening: `${selection.opening} `.repeat(3).trim(),
      isWhole: false,
      words: 2_310,
    },
  },
  selectedBefore: { ...preview(), selection: { ...selection, isKept: true } },
  noText: { ...preview(), page: { ok: false, error: errors.noText } },
} as const satisfies Record<string, Preview>;

const refused = (error: CaptureError): Preview => ({ ...preview(), page: { ok: false, error } });

const { part: _part, ...pdfPart } = pagePart({
  kind: 'pdf',
  kindConfidence: 1,
  extractor: 'pdf',
  pageCount: 12,
});
const pdfPreview: Preview = { ...preview(), page: pdfPart };

const boardTab = {
  id: 7,
  url: 'https://www.tidewater-harbour.example/today',
  title: 'Harbour board',
};

const before = (words: PageComparison['words'], memoryId = 'm1'): PageComparison => ({
  memoryId,
  savedAt: galleryNow - days(17),
  words,
});

const wholeText = `# The long memory of harbours\n\n${`${opening.replaceAll('\n', '\n\n')}\n\n`.repeat(6)}`;
const wholePagePart = pagePart({
  part: 'page',
  extractor: 'visible-text',
  wordCount: 2_184,
  readingMinutes: 8,
  opening: `Tidewater Quarterly\nEssays Letters Archive About Subscribe\n${tab.title}\nBy Ines Calder, 2 October\n${opening}`,
});
const wholePage = { ...preview(), id: 'preview-2', page: wholePagePart };
const savedBefore = [save(states.learned, { ago: days(17) })];

function popup(name: string, answers: Answers, more: Partial<Scene> = {}): Scene {
  return {
    surface: 'popup',
    name,
    answers: { 'page.describe': page(), 'preview.take': preview(), ...answers },
    ...more,
  };
}

const readAll = { click: '[data-reads="page"]' };
const editTitle = { click: '.page-title-edit' };

export const previewScenes: readonly Scene[] = [
  popup('preview-reading', { 'preview.take': 'never' }),
  popup('preview-late', {}, { delayMs: 300 }),
  popup('preview-slow', { 'preview.take': 'never' }, { laterBy: 0 }),
  popup('preview-guess', {
    'preview.take': preview({ kind: 'forum', kindConfidence: 0.55, extractor: 'conversation' }),
  }),
  popup('preview-short', {
    'preview.take': preview({
      kind: 'other',
      kindConfidence: 0.3,
      opening: 'Closed on Mondays.',
      isWhole: true,
      wordCount: 3,
      readingMinutes: 1,
      title: 'Bakery',
    }),
  }),
  popup('preview-whole-page', {
    'page.describe': page({ part: 'page' }),
    'preview.take': wholePage,
    'preview.choose-part': {},
  }),
  popup(
    'preview-choosing',
    { 'preview.choose-part': {}, 'page.save': save(states.captured, { id: 'id-1' }) },
    { nextAnswers: { 'preview.take': wholePage } },
  ),
  popup(
    'preview-switching',
    { 'preview.choose-part': {}, 'page.save': save(states.captured, { id: 'id-1' }) },
    {
      nextAnswers: { 'preview.take': 'never' },
      steps: [{ click: '.part-option:nth-child(2)' }],
    },
  ),
  popup('preview-no-article', {
    'page.describe': page({ tab: boardTab }),
    'preview.take': preview({
      url: boardTab.url,
      title: boardTab.title,
      kind: 'other',
      kindConfidence: 0.4,
      extractor: 'visible-text',
      wordCount: 212,
      readingMinutes: 1,
      opening:
        'Arrivals\nMarlow, coal, berth 4, 06:10\nHester Ann, timber, berth 2, 07:45\nDepartures\nNorth Star, ' +
        'empty, 09:00\nCaroline, rope and tar, 11:30\nTides\nHigh water 05:52 and 18:14\nLow water 11:58',
    }),
  }),
  popup('preview-other-part', {
    'page.describe': page({ part: 'page', saves: savedBefore }),
    'preview.take': {
      ...wholePage,
      page: { ...wholePage.page, comparisons: [before('other-part')] },
    },
    'preview.choose-part': {},
  }),
  popup('preview-whole-too-large', {
    'page.describe': page({ part: 'page' }),
    'preview.take': refused({ code: 'page.too-large', message: '', retryable: false }),
    'preview.choose-part': {},
  }),
  popup('preview-pdf', {
    'preview.take': pdfPreview,
  }),
  popup('preview-hostile', {
    'page.describe': page({ tab: hostileTab }),
    'preview.take': preview({
      url: hostileTab.url,
      title: hostileTab.title,
      opening: `<img src=x onerror=alert(1)> ${'Donaudampfschifffahrt'.repeat(24)}`,
    }),
  }),
  popup('preview-arabic', {
    'preview.take': preview({
      title: 'ذاكرة الموانئ الطويلة',
      opening:
        'احترقت دار الجمارك سنة 1871 وأخذت معها السجلات، غير أن أهل المدينة ظلوا يذكرون أسماء الربابنة.',
      isWhole: true,
      language: 'ar',
    }),
  }),
  popup('preview-error-page', {
    'preview.take': preview({ title: 'Page not found', wordCount: 31, errorStatus: 404 }),
  }),
  popup('preview-no-text', { 'preview.take': previews.noText }),
  popup(
    'preview-reread',
    { 'preview.take': previews.noText },
    { steps: [{ click: '.page-preview-actions .button' }] },
  ),
  popup('preview-too-large', {
    'preview.take': refused({ code: 'page.too-large', message: '', retryable: false }),
  }),
  popup('preview-pdf-closed', {
    'preview.take': refused({ code: 'pdf.not-permitted', message: '', retryable: false }),
  }),
  popup('preview-pdf-file', {
    'page.describe': page({
      tab: { id: 7, url: 'file:///connection/ada/report.pdf', title: 'report' },
    }),
    'preview.take': refused({ code: 'pdf.file-not-permitted', message: '', retryable: true }),
  }),
  popup('preview-failed', { 'preview.take': errors.unanswered }),
  popup('preview-text', { 'preview.text': { content: wholeText } }, { steps: [readAll] }),
  popup('preview-text-gone', { 'preview.text': { content: null } }, { steps: [readAll] }),
  popup('title-editing', {}, { steps: [editTitle] }),
  popup(
    'title-edited',
    {},
    {
      steps: [
        editTitle,
        { fill: ['.page-title-field', 'What harbours remember'] },
        { press: 'Enter' },
      ],
    },
  ),
  popup('changed', {
    'page.describe': page({ saves: savedBefore }),
    'preview.take': preview({ comparisons: [before('changed')] }),
    'page.save': save(states.captured, { id: 'id-1', isVersion: true }),
  }),
  popup('changed-selection', {
    'page.describe': page({ saves: savedBefore }),
    'preview.take': { ...preview({ comparisons: [before('changed')] }), selection },
    'selection.save': save(states.captured, {
      id: 'id-1',
      kind: 'note',
      container: memories[0],
    }),
  }),
  popup('unchanged', {
    'page.describe': page({ saves: savedBefore }),
    'preview.take': preview({ comparisons: [before('same')] }),
  }),
  popup('changed-elsewhere', {
    'preview.take': preview({ comparisons: [before('changed')] }),
  }),
  popup('unchanged-elsewhere', {
    'preview.take': preview({ comparisons: [before('same'), before('changed', 'm2')] }),
  }),
  popup('selection', { 'preview.take': previews.selected }),
  popup(
    'selection-or-page',
    {
      'preview.take': previews.selected,
      'preview.choose-part': {},
      'page.save': save(states.captured, { id: 'id-1' }),
    },
    { nextAnswers: { 'preview.take': { ...wholePage, selection } } },
  ),
  popup('selection-long', {
    'preview.take': previews.selectedLong,
    'preview.text': { content: `${selection.opening}\n\n`.repeat(40) },
  }),
  popup(
    'selection-filled',
    { 'preview.take': previews.selected },
    {
      steps: [
        { fill: ['.selection-comment', 'Compare with the pilots’ guild in the other essay.'] },
        { click: '.selection-source input' },
      ],
    },
  ),
  popup(
    'selection-long-word',
    { 'preview.take': previews.selected },
    { steps: [{ fill: ['.selection-comment', '9f86d081884c7d65'.repeat(8)] }] },
  ),
  popup('selection-of-saved', {
    'page.describe': page({ saves: savedBefore }),
    'preview.take': previews.selected,
  }),
  popup('selection-kept-before', {
    'page.describe': page({ saves: savedBefore }),
    'preview.take': previews.selectedBefore,
  }),
  popup('selection-again', {
    'preview.take': previews.selectedBefore,
    'selection.save': save(states.captured, { id: 'id-1', kind: 'note', container: memories[0] }),
  }),
  popup(
    'selection-refused',
    { 'preview.take': previews.selected, 'selection.save': errors.unanswered },
    { steps: [{ click: '.selection-form .button[data-look="primary"]' }] },
  ),
  popup(
    'selection-kept',
    {
      'preview.take': previews.selected,
      'selection.save': save(states.captured, {
        id: 'id-1',
        kind: 'note',
        container: memories[0],
      }),
    },
    { steps: [{ click: '.selection-form .button[data-look="primary"]' }] },
  ),
];

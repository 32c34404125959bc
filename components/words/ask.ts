/** The words of asking. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { counted } from './language.ts';
import { seconds } from './time.ts';

export const askWords = {
  ask: 'Ask your memory',
  placeholder: 'A question about what you kept',
  send: 'Ask',
  questions: 'Your questions and their answers',
  again: 'Ask again',
  settings: 'Open the settings',
  setUp: 'Set up Keepsake',
  reference: (traceId: string) => `Reference ${traceId}`,
  stop: 'Stop',
  stopped: 'Stopped. No answer came.',
  empty: 'The answer came back without a word.',
  cut: 'The answer goes on. Copy it to have all of it.',
  copy: 'Copy the answer with its sources',
  copied: 'Copied',
  notCopied: 'It could not be copied. Select the words instead.',
  unnamed: 'Memory not named',
  sources: {
    answer: (count: number) =>
      counted(count, {
        one: 'The answer rests on this passage',
        other: 'The answer rests on these # passages',
      }),
    search: (count: number) =>
      counted(count, {
        one: 'The answer names no source. A search for your words finds this passage',
        other: 'The answer names no source. A search for your words finds these # passages',
      }),
    none: 'No source for this answer',
    noneText:
      'Your memory holds nothing that the answer could name. Check it elsewhere before you rely on it.',
    all: (count: number) => `Show all ${counted(count, { other: '#' })}`,
    fewer: 'Show fewer',
  },
  waiting: {
    thinking: 'Your memory is thinking',
    title: 'Your question waits',
    slow: 'The first answer after a quiet spell can take up to a minute.',
    turn: 'Waiting for a free turn. Your memory answers two questions at a time.',
    limit: (perMinute: number) =>
      `The service takes ${counted(perMinute, { one: '# request', other: '# requests' })} a minute`,
    limitUnknown: 'The service asks for a short pause',
    busy: 'Your memory is busy with other questions',
    retry: 'Your memory did not answer',
    askingIn: (count: number) => `asking again in ${seconds(count)}`,
    askingNow: 'asking again now',
    tryingIn: (count: number) => `trying again in ${seconds(count)}`,
    tryingNow: 'trying again now',
  },
  idle: {
    title: 'What would you like to know?',
    text: 'Your memory looks through what you kept and answers in a few sentences, with the passages they rest on. Each question stands by itself: say in it all that matters.',
    turn: 'A question takes a turn of the memory’s agent. It takes two at a time, and a third waits.',
    examples: 'For example',
    keys: { ask: 'Ask', newLine: 'Start a new line' },
  },
  exampleQuestions: [
    'What did I keep about sleep, and where do the sources disagree?',
    'Which recipes did I save that need no oven?',
    'What did I note down about the garden last spring?',
  ],
} as const;

const ownErrors: Partial<Record<AppErrorCode, Pick<ErrorWords, 'title' | 'next'>>> = {
  'memory.capability-unavailable': {
    title: 'This memory answers no questions',
    next: 'It needs one of two things: a second key, for its agent, in the settings here, or a model, which its owner sets in the service’s app. Searching works without.',
  },
  'memory.not-offered': {
    title: 'This connection answers no questions',
    next: 'Searching works. To ask, connect in the settings with a key for the memory’s agent.',
  },
  'memory.unauthorized': {
    title: 'This key may not ask questions',
    next: 'Keepsake does not ask again with it. Ask the owner of the memory, then try it again in the settings, or use another key.',
  },
  'memory.timeout': {
    title: 'No answer came in time',
    next: 'This does not say that there is none. The first answer after a quiet spell can take up to a minute, so ask again.',
  },
  'memory.rate-limited': {
    title: 'The service takes no more requests for now',
    next: 'It counts them by the minute. Wait a minute, then ask again.',
  },
  'memory.turns-exhausted': {
    title: 'Your memory is busy with other questions',
    next: 'Ask again when one of them is answered.',
  },
  'memory.validation': {
    title: 'Your memory cannot take this question',
    next: 'Put it in other words.',
  },
};

/** No service was asked: what is missing, the error itself says. */
const notHere = { title: 'Keepsake has no key to ask with' };

/** Gives the words for why a question has no answer. */
export function askErrorWords(error: AppError): ErrorWords {
  const words = { ...errorWords(error), ...ownErrors[error.code] };
  const isOurs = error.code === 'memory.unauthenticated' && error.status === undefined;
  return isOurs ? { ...words, ...notHere, next: error.message } : words;
}

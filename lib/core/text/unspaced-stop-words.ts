/** The stop words of queries in scripts that do not set words apart. */

/** Function and question words of Chinese, Japanese and Thai, as a word breaker gives them. */
const STOP_WORDS = new Set(
  `的 了 是 在 和 与 與 有 哪 哪个 哪個 哪些 哪里 哪裡 哪裏 哪儿 什么 什麼 甚麼 怎么 怎麼 怎样 怎樣 如何 为什么 為什麼 为何 為何
  谁 誰 吗 嗎 呢 吧 多少 几 幾 何时 何時 这 這 那 这个 這個 那个 那個 被 把 也 都 就 而 及 或 其 于 於 由 从 從 请问 請問
  は が を に で と の も へ や か から まで より です ます でし まし でした ました だ だっ である いる ある い あり おり
  何 なに なん どこ いつ 誰 だれ どの どれ どんな なぜ どう どのように した する し て た れ られ れる られる という こと
  この その あの これ それ さ な ん って ください でしょ う
  ที่ ของ และ ใน เป็น คือ มี ได้ ให้ จาก กับ หรือ ไม่ ว่า นี้ นั้น อยู่ ไหน ที่ไหน อะไร อย่างไร ยังไง เมื่อไร เมื่อไหร่
  ทำไม ใคร เท่าไร เท่าไหร่ กี่ การ ความ แล้ว ก็ จะ โดย ซึ่ง บ้าง ไหม หรือไม่ ครับ ค่ะ คะ ด้วย`.split(/\s+/),
);

/** Whole Korean words, with the particles that they take. */
const KOREAN_STOP_WORDS =
  /^(?:어디|언제|누구|무엇|무슨|어떤|어느|왜|어떻게|얼마나|몇|그|이|저|것|수|때|및|또는|그리고)(?:에서|에게|에|은|는|이|가|을|를|의|인가요|입니까|예요|이에요)?$|^누가$|^(?:있|없|하|되|했|됐|였)(?:나요|습니까|는|다|는가|어요|을까요?)$|^(?:합니까|됩니까|인가요|입니까)$/;
const KOREAN_PARTICLE =
  /(?<=^\p{sc=Hangul}{2,})(?:에서는|에서|에게|까지|부터|으로|은|는|이|가|을|를|에|의|와|과|도|로|만)$/u;
/** After one syllable, the others end too many words of two. */
const PARTICLE_AFTER_ONE = /(?<=^\p{sc=Hangul})(?:에서|에게|까지|부터|으로|은|는|을|를|에|의)$/u;

const breaker = new Intl.Segmenter('en', { granularity: 'word' });

/** Gives what stands between the stop words of a run; a Korean word without its particle. */
export function tellingStretches(run: string): string[] {
  if (/^\p{sc=Hangul}+$/u.test(run)) return koreanStretches(run.normalize('NFC'));
  const stretches: string[] = [];
  let open = '';
  for (const { segment } of breaker.segment(run)) {
    if (STOP_WORDS.has(segment)) {
      stretches.push(open);
      open = '';
    } else open += segment;
  }
  return [...stretches, open].filter((text) => text !== '');
}

function koreanStretches(word: string): string[] {
  if (KOREAN_STOP_WORDS.test(word)) return [];
  const short = word.replace(PARTICLE_AFTER_ONE, '');
  // What looks like a particle may belong to the word, so that a syllable is asked for beside the whole.
  if (short.length === 1 && word.length > 1) return [word, short];
  return [word.replace(KOREAN_PARTICLE, '')];
}

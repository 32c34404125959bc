/**
 * Folded stop words of English (wins ties), German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Danish and
 * Norwegian, Polish, Russian, and Arabic. Queries leave them out, but the index contains them.
 */
const lists: readonly ReadonlySet<string>[] = [
  words(`a about above after again all also although am among an and another any are as at be because been
    before being below between both but by can cannot could did do does doing done down during each either else ever
    every few for from further had has have having he her here hers herself him himself his how i if in into is it its
    itself just me more most much my myself neither no nor not of off on once only onto or other our ours ourselves out
    over own per rather same shall she should since so some such than that the their theirs them themselves then there
    these they this those though through thus to too under until up upon us very was we were what whatever when where
    whether which while who whoever whom whose why will with within without would yet you your yours yourself
    yourselves cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive shouldnt theyre wasnt werent wont wouldnt
    youre`),
  words(`aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch durch
    ein eine einem einen einer eines er es fur gab gibt haben hat hatte ich ihr ihre im in ist ja kann man mit nach
    nicht noch oder sich sie sind so uber um und uns unter vom von vor wann war waren warum was welche welchem welchen
    welcher welches wenn wer werden wie wieviel wird wo wurde wurden zu zum zur
    darf durfen gegen mein meine meinem meinen meiner mich mir muss mussen pro soll sollen viel viele weshalb wieso wofur
    woher wohin womit wovon worauf wir`),
  words(`a ai au aux avec avait ce ces cet cette comment combien comme dans de depuis des dont du elle elles en entre
    est et etaient etait etre eu fait il ils je la laquelle le lequel les lesquels leur leurs lors lui ma mais
    meme mes mon ne nos notre nous on ont ou par pas plus pour pourquoi qu quand que quel quelle quelles quels qui quoi
    sa sans se ses si son sont sous sur ta tes ton tu un une vers vos votre vous y`),
  words(`a al ante como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde durante e el ella ellas
    ellos en entre era eran es esa ese eso esta estan este esto fue fueron ha hace han hasta hay la las le les lo los
    mas me mi muy no nos o para pero por porque que quien quienes se segun ser si sin sobre son su sus tambien
    te tiene tienen tu un una unas uno unos y ya`),
  words(`a ao aos as ate com como da das de dela dele deles do dos e ela elas ele eles em entre era eram essa esse esta
    estao este eu foi foram ha isso isto ja la mais mas me meu minha muito na nas nao no nos num numa o onde os ou para
    pela pelas pelo pelos por porque qual quais quando quanto quantos que quem se sem ser seu seus sao sob sobre sua
    suas tambem tem um uma umas uns`),
  words(`a ad agli ai al alla alle allo anche c che chi ci col come con cosa cui da dagli dai dal dalla dalle dei del
    della delle dello di dove e ed era erano fra gli ha hanno i il in io l la le lo loro ma mi nei nel nella nelle nello
    non o ogni per perche piu qual quale quali quando quanti quanto quella quelle quello questa queste questo se si sono
    su sua sue sugli sui sul sulla sulle suo suoi ti tra un una uno vi`),
  words(`aan al als bij dan dat de deze die dit doen door een en er had heb hebben heeft hem het hier hij hoe hoeveel
    hun ik in is je kan kon maar me meer met mijn na naar niet nog nu of om omdat onder ons ook op over te tegen toen
    tot uit van veel voor waar waarom wanneer waren was wat we wel welk welke werd werden wie wij wordt worden zal ze
    zich zij zijn zo zou`),
  words(`alla an att av blev bli blir da de dem den denna deras dess det detta dig din dom dar efter ej eller en er ett
    fran for ha hade han hans har hon hur i icke in inte ja jag kan kunde man med mellan men mig min mot mycket nagon nar
    ni nu och om oss pa sa samma sedan sig sin sina sitt ska som till under upp ut vad var vara vart varfor vem vi vid
    vilka vilken vilket`),
  words(`ad af alle at av bare ble blev bliver da de dei dem den denne der deres det dette dig din disse du efter eller
    en end er et etter fordi for fra ha hadde havde han hans har hun hva hvad hvem hvilke hvilken hvilket hvis hvor
    hvordan hvorfor hvornar i ikke ja jeg kan kom kunne man med meg mellem mellom men mig min mod mot mye ned nar noe
    nogen og om op opp oss over pa sa seg sig sin skal som til um under ut var ved vi vil ville vore vaere`),
  words(`a aby ale bez bo by byc byl byla bylo byly co czy czym dla do gdy gdzie go i ich ile im ja jak jaka jaki jakie
    jako je jego jej jest jestem kiedy kogo komu kto ktora ktore ktorego ktorej ktory ktorych ktorym lub ma maja mi moze
    mu na nad nas nie niz o od on ona oni ono oraz po pod poniewaz przed przez przy sa sie skad sobie ta tak tam te tego
    tej ten to tu ty tych tym u w we wie wszystko z za ze`),
  words(`а без бы был была были было быть в вам вас во вот вы где да для до его ее если есть еще же за и из или им их к
    как какая какие какой какую каким ко когда кого которая которые который кто куда ли между меня мне можно мы на над
    надо нас не него нее нет ни них но о об он она они оно от откуда по под почему при про с сколько со так также там то
    тоже только ты у уже чего чей чем что чтобы эта эти это этого этой этом этот я`),
  words(`اذا اشهر الا التي الذي الذين الي اما ان او اي اين اية بعد به بها بين تكون تم ثم حتي حيث خلال ذلك
    سوف عام عدد علي عليه عن عند عندما غير في فيه فيها قبل قد كان كانت كل كم كما كيف لا لان لدي لقد لم لماذا لن له لها
    ليس ما ماذا متي مع من منذ منه منها نحو هذا هذه هل هم هنا هناك هو هي و وقد ومن يكون`),
];

/** Many English queries contain a stop word or two of another language: *die*, *was*. */
const ENOUGH_TO_BE_FOREIGN = 2;

/** Returns the stop words of the likeliest language: English, unless enough words are from another. */
export function stopWordsAmong(
  folded: readonly string[],
  isWrittenAsEnglish: boolean,
): ReadonlySet<string> {
  const enough = isWrittenAsEnglish ? ENOUGH_TO_BE_FOREIGN : 1;
  let best: ReadonlySet<string> = new Set();
  let most = 0;
  for (const list of lists) {
    const count = folded.filter((word) => list.has(word)).length;
    const isEnough = list === lists[0] || count >= enough;
    if (isEnough && count > most) [best, most] = [list, count];
  }
  return best;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/** Chinese, Japanese and Thai function words, as split by the word breaker. */
const STOP_WORDS = new Set(
  `的 了 是 在 和 与 與 有 哪 哪个 哪個 哪些 哪里 哪裡 哪裏 哪儿 什么 什麼 甚麼 怎么 怎麼 怎样 怎樣 如何 为什么 為什麼 为何 為何
  谁 誰 吗 嗎 呢 吧 多少 几 幾 何时 何時 这 這 那 这个 這個 那个 那個 被 把 也 都 就 而 及 或 其 于 於 由 从 從 请问 請問
  は が を に で と の も へ や か から まで より です ます でし まし でした ました だ だっ である いる ある い あり おり
  何 なに なん どこ いつ 誰 だれ どの どれ どんな なぜ どう どのように した する し て た れ られ れる られる という こと
  この その あの これ それ さ な ん って ください でしょ う
  ที่ ของ และ ใน เป็น คือ มี ได้ ให้ จาก กับ หรือ ไม่ ว่า นี้ นั้น อยู่ ไหน ที่ไหน อะไร อย่างไร ยังไง เมื่อไร เมื่อไหร่
  ทำไม ใคร เท่าไร เท่าไหร่ กี่ การ ความ แล้ว ก็ จะ โดย ซึ่ง บ้าง ไหม หรือไม่ ครับ ค่ะ คะ ด้วย`.split(/\s+/),
);

/** Matches Korean stop words with their particles. */
const KOREAN_STOP_WORDS =
  /^(?:어디|언제|누구|무엇|무슨|어떤|어느|왜|어떻게|얼마나|몇|그|이|저|것|수|때|및|또는|그리고)(?:에서|에게|에|은|는|이|가|을|를|의|인가요|입니까|예요|이에요)?$|^누가$|^(?:있|없|하|되|했|됐|였)(?:나요|습니까|는|다|는가|어요|을까요?)$|^(?:합니까|됩니까|인가요|입니까)$/;
const KOREAN_PARTICLE =
  /(?<=^\p{sc=Hangul}{2,})(?:에서는|에서|에게|까지|부터|으로|은|는|이|가|을|를|에|의|와|과|도|로|만)$/u;
/** After a single syllable, other particles are usually part of the word. */
const PARTICLE_AFTER_ONE = /(?<=^\p{sc=Hangul})(?:에서|에게|까지|부터|으로|은|는|을|를|에|의)$/u;
const breaker = new Intl.Segmenter('en', { granularity: 'word' });

/** Splits a run at its stop words; removes the particle of a Korean word. */
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
  // The particle may be part of the word, so search for both.
  if (short.length === 1 && word.length > 1) return [word, short];
  return [word.replace(KOREAN_PARTICLE, '')];
}

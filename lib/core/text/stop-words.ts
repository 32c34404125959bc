/** Words that say nothing about what is looked for; left out of queries, never out of the index. */

const lists: Readonly<Record<string, ReadonlySet<string>>> = {
  english:
    words(`a about above after again all also although am among an and another any are as at be because been
    before being below between both but by can cannot could did do does doing done down during each either else ever
    every few for from further had has have having he her here hers herself him himself his how i if in into is it its
    itself just me more most much my myself neither no nor not of off on once only onto or other our ours ourselves out
    over own per rather same shall she should since so some such than that the their theirs them themselves then there
    these they this those though through thus to too under until up upon us very was we were what whatever when where
    whether which while who whoever whom whose why will with within without would yet you your yours yourself
    yourselves cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive shouldnt theyre wasnt werent wont wouldnt
    youre`),
  german:
    words(`aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch durch
    ein eine einem einen einer eines er es fur gab gibt haben hat hatte ich ihr ihre im in ist ja kann man mit nach
    nicht noch oder sich sie sind so uber um und uns unter vom von vor wann war waren warum was welche welchem welchen
    welcher welches wenn wer werden wie wieviel wird wo wurde wurden zu zum zur`),
  arabic:
    words(`اذا اشهر الا التي الذي الذين الي اما ان او اي اين اية بعد به بها بين تكون تم ثم حتي حيث خلال ذلك
    سوف عام عدد علي عليه عن عند عندما غير في فيه فيها قبل قد كان كانت كل كم كما كيف لا لان لدي لقد لم لماذا لن له لها
    ليس ما ماذا متي مع من منذ منه منها نحو هذا هذه هل هم هنا هناك هو هي و وقد ومن يكون`),
};

/** A word or two of another language stand in many English queries: *die*, *was*. */
const ENOUGH_TO_BE_FOREIGN = 2;

/**
 * Tells the stop words among a query's folded words, their apostrophes gone, by the list of the language that most of
 * them belong to; English where it is not clear.
 */
export function stopWordsAmong(folded: readonly string[]): ReadonlySet<string> {
  let best: ReadonlySet<string> = new Set();
  let most = 0;
  for (const [language, list] of Object.entries(lists)) {
    const count = folded.filter((word) => list.has(word)).length;
    const isEnough = language === 'english' || count >= ENOUGH_TO_BE_FOREIGN;
    if (isEnough && count > most) [best, most] = [list, count];
  }
  return best;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

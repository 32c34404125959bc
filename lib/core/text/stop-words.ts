/** English words that say nothing about what is looked for; left out of queries, never out of the index. */
const STOP_WORDS = new Set(
  `a about above after again all also although am among an and another any are as at be because been before being
  below between both but by can cannot could did do does doing done down during each either else ever every few for
  from further had has have having he her here hers herself him himself his how i if in into is it its itself just
  me more most much my myself neither no nor not of off on once only onto or other our ours ourselves out over own per
  rather same shall she should since so some such than that the their theirs them themselves then there these they
  this those though through thus to too under until up upon us very was we were what whatever when where whether
  which while who whoever whom whose why will with within without would yet you your yours yourself yourselves
  cant couldnt didnt doesnt dont hadnt hasnt havent im isnt ive shouldnt theyre wasnt werent wont wouldnt youre`.split(
    /\s+/,
  ),
);

/** Says whether a folded word, its apostrophes gone, is an English stop word. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded);
}

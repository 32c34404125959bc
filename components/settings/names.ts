/** Says whether a Memory has this name already: names that look alike are one. */
export function isTaken(name: string, memories: readonly { name: string }[]): boolean {
  const wanted = folded(name);
  return memories.some((memory) => folded(memory.name) === wanted);
}

function folded(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The models of a list whose names are most like one that is not in it, three at most; what has nothing in common is none. */
export function similarModels(modelId: string, listed: readonly string[]): string[] {
  const wanted = partsOf(modelId);
  return listed
    .map((each) => ({ each, common: partsOf(each).filter((part) => wanted.includes(part)).length }))
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common)
    .slice(0, 3)
    .map(({ each }) => each);
}

function partsOf(modelId: string): string[] {
  return modelId
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((part) => part !== '');
}

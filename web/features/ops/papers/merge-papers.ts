import { paperName } from '#common/papers.ts';
import type { PaperDraft } from './papers-fields.tsx';

interface Versions {
  /** Those that the form began with. */
  before: readonly PaperDraft[];
  /** What has been made of them there: the same paper has the same key. */
  typed: readonly PaperDraft[];
  /** Those that are stored by now. */
  now: readonly PaperDraft[];
}

interface Merged {
  /** As the form goes on. */
  merged: PaperDraft[];
  /** As stored, for the next time: with the keys that they have in the form. */
  base: PaperDraft[];
  /** The papers in which something else was typed than what stands now, in words. */
  lost: string[];
}

/**
 * Papers that two change at once, each by itself: a paper that was changed, added or taken away by one of them alone is as they left it. One
 * that both changed is as it is stored.
 */
export function mergePapers({ before, typed, now }: Versions): Merged {
  const formers = pairUp(now, before);
  const added = typed.filter(({ key }) => !before.some((paper) => paper.key === key));
  const twins = pairUp(
    now.filter((paper) => !formers.has(paper)),
    added,
  );
  const kept = new Set(formers.values());
  const gone = before.filter((paper) => !kept.has(paper));
  const merged: PaperDraft[] = [];
  const lost = new Set<string>();

  const base = now.map((paper) => {
    const former = formers.get(paper);
    const twin = twins.get(paper);
    const stored = { ...paper, key: (former ?? twin ?? paper).key };
    const mine = typed.find(({ key }) => key === stored.key);
    if (former && isSame(former, stored)) {
      if (mine) merged.push(mine);
    } else {
      merged.push(stored);
      const isTyped = former ? !mine || !isSame(former, mine) : Boolean(mine);
      if (isTyped && !(mine && isSame(mine, stored))) lost.add(paperName(stored.kind));
    }
    return stored;
  });
  for (const former of gone) {
    const mine = typed.find(({ key }) => key === former.key);
    if (mine && !isSame(former, mine)) lost.add(paperName(former.kind));
  }
  const known = new Set(twins.values());
  return { merged: [...merged, ...added.filter((paper) => !known.has(paper))], base, lost: [...lost] };
}

/** Which of the others is the same paper: of its kind and number, or else the next of its kind. Papers have no id. */
function pairUp(papers: readonly PaperDraft[], others: readonly PaperDraft[]): Map<PaperDraft, PaperDraft> {
  const pairs = new Map<PaperDraft, PaperDraft>();
  const free = new Set(others);
  const pair = (isIt: (paper: PaperDraft, other: PaperDraft) => boolean) => {
    for (const paper of papers) {
      const other = pairs.has(paper) ? undefined : [...free].find((each) => isIt(paper, each));
      if (!other) continue;
      pairs.set(paper, other);
      free.delete(other);
    }
  };
  pair((paper, other) => paper.kind === other.kind && paper.number === other.number);
  pair((paper, other) => paper.kind === other.kind);
  return pairs;
}

const isSame = (one: PaperDraft, other: PaperDraft): boolean =>
  one.kind === other.kind &&
  one.number === other.number &&
  one.expiresOn === other.expiresOn &&
  one.file?.id === other.file?.id;

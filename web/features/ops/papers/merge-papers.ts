import { paperName } from '#common/papers.ts';
import type { PaperDraft } from './papers-fields.tsx';

interface Versions {
  /** The papers with which the form was opened. */
  before: readonly PaperDraft[];
  /** The papers as edited in the form; the same paper has the same key as in `before`. */
  typed: readonly PaperDraft[];
  /** The papers as stored now. */
  now: readonly PaperDraft[];
}

interface Merged {
  /** The papers with which the form continues. */
  merged: PaperDraft[];
  /** The stored papers with the keys they have in the form: `before` of the next merge. */
  base: PaperDraft[];
  /** Names of the papers whose edits in the form were dropped. */
  lost: string[];
}

/**
 * Three-way merge of papers that two users edit at the same time. A paper changed, added or removed by only
 * one of them is kept that way. A paper that both changed takes its stored value.
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

/**
 * Pairs each paper with the same paper in the other list: by kind and number, or else the next of its kind.
 * Papers have no id.
 */
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

import type { Ending, Line, Story } from './acts.ts';

type Run = (story: Story) => Promise<Ending>;

/** A story that fails, and how it ends. */
export interface FailingStory {
  story: Story;
  ending: Ending;
}

/**
 * The shortest story found that still fails in the same way: first without whole rides and faults, then without single lines, then without
 * deaths and repeats.
 *
 * @param failing a story that fails
 * @param mostRuns how many stories may be tried
 */
export async function shrinkStory(failing: FailingStory, run: Run, mostRuns = 150): Promise<FailingStory> {
  const kind = failing.ending.problem?.kind;
  let runs = 0;
  let shortest = failing;
  const stillFails = async (lines: Line[]): Promise<boolean> => {
    if (runs >= mostRuns) return false;
    runs += 1;
    const story = { ...shortest.story, lines };
    const ending = await run(story);
    if (ending.problem?.kind !== kind) return false;
    shortest = { story, ending };
    return true;
  };

  const { rides = [] } = failing.ending.problem ?? {};
  const ofThem = (line: Line) => 'ride' in line && rides.includes(line.ride);
  const { lines } = failing.story;
  // Most often it takes no other ride than the one that it is about.
  if (rides.length > 0 && !(await stillFails(lines.filter(ofThem)))) {
    await stillFails(lines.filter((line) => ofThem(line) || !('ride' in line)));
  }
  const groups = groupsOf(shortest.story.lines);
  await leaveOut(groups, (kept) => stillFails(inOrder(kept.flat())));
  await leaveOut(shortest.story.lines, stillFails);
  for (const line of shortest.story.lines) {
    if (!('ride' in line) || (!line.death && line.repeatMs === undefined)) continue;
    const { death: _death, repeatMs: _repeatMs, ...plain } = line;
    await stillFails(shortest.story.lines.map((each) => (each === line ? (plain as Line) : each)));
  }
  return shortest;
}

const inOrder = (lines: readonly Line[]): Line[] => lines.toSorted((one, other) => one.at - other.at);

/** The lines of each ride, and each fault by itself. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups = new Map<number | Line, Line[]>();
  for (const line of lines) {
    const key = 'ride' in line ? line.ride : line;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/**
 * Leaves out as many items as possible, in ever smaller pieces (delta debugging).
 *
 * @returns those that are left
 */
export async function leaveOut<Item>(
  items: readonly Item[],
  stillFails: (kept: Item[]) => Promise<boolean>,
): Promise<Item[]> {
  let kept = [...items];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const without = kept.toSpliced(from, size);
      if (await stillFails(without)) kept = without;
      else from += size;
    }
  }
  return kept;
}

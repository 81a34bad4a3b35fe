import type { Ending, Line, Story } from './acts.ts';

type Run = (story: Story) => Promise<Ending>;

/** A failing story and its ending. */
interface FailingStory {
  story: Story;
  ending: Ending;
}

/** The result of shrinking. */
export interface ShrunkStory extends FailingStory {
  /** How many stories were run. */
  runs: number;
  /** Whether it stopped at a bound, so that a shorter story may fail as well. */
  isStopped: boolean;
}

/** The bounds of shrinking. */
interface Bounds {
  /** Maximum number of stories to run. */
  runs: number;
  /** Milliseconds after which no further story is run. */
  ms: number;
}

const BOUNDS: Bounds = { runs: 150, ms: 45_000 };

/**
 * Finds a shorter story that fails in the same way. Removes in turn the lines after the problem, which takes
 * no run, whole rides and faults, single lines, and deaths and repeats.
 *
 * @param failing a story that fails
 * @param most the bounds; when one is reached, returns the shortest story so far
 */
export async function shrinkStory(
  failing: FailingStory,
  run: Run,
  most: Bounds = BOUNDS,
): Promise<ShrunkStory> {
  const kind = failing.ending.problem?.kind;
  const endsAt = Date.now() + most.ms;
  let runs = 0;
  let isStopped = false;
  let shortest = { ...failing, story: withoutWhatNeverBegan(failing) };
  const stillFails = async (lines: Line[]): Promise<boolean> => {
    isStopped ||= runs >= most.runs || Date.now() >= endsAt;
    if (isStopped) return false;
    runs += 1;
    const story = { ...shortest.story, lines };
    const ending = await run(story);
    if (ending.problem?.kind !== kind) return false;
    shortest = { story, ending };
    return true;
  };

  const { rides = [] } = failing.ending.problem ?? {};
  const ofThem = (line: Line) => 'ride' in line && rides.includes(line.ride);
  const { lines } = shortest.story;
  // Most often the rides named in the problem suffice.
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
  return { ...shortest, runs, isStopped };
}

/** Removes the lines after the problem. */
const withoutWhatNeverBegan = ({ story, ending: { problem } }: FailingStory): Story =>
  problem ? { ...story, lines: story.lines.filter(({ at }) => at <= problem.at) } : story;

const inOrder = (lines: readonly Line[]): Line[] => lines.toSorted((one, other) => one.at - other.at);

/** Returns the lines of each ride, and each fault by itself. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups = new Map<number | Line, Line[]>();
  for (const line of lines) {
    const key = 'ride' in line ? line.ride : line;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

/**
 * Removes as many items as possible, in ever smaller chunks (delta debugging).
 *
 * @returns the remaining items
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
